import { describe, expect, test } from 'vitest';
import { applyFlight, expireFlight } from './apply-flight.ts';
import { FLIGHT_PROFILES } from './flight-profile.ts';
import { eventTexts, flownTrack, fly, type Stretch } from './testing/flown-track.ts';

const HOUR_MS = 3_600_000;

/** Seconds: parked until 60, taxi until 160, a run that passes 90 km/h at 178, rolling at 120 km/h until 184, then a climb. */
const DEPARTURE: readonly Stretch[] = [
  { seconds: 60 },
  { seconds: 10, speed: 30 },
  { seconds: 90 },
  // 5 km/h each second.
  { seconds: 18, speed: 120 },
  { seconds: 6 },
  { seconds: 116, speed: 180, climb: 3 },
];
/** Seconds of `DEPARTURE`. */
const DEPARTED = 300;
/** From 180 km/h and 348 m above the field: touch-down after 116 s, slow 20 s later. */
const ARRIVAL: readonly Stretch[] = [
  { seconds: 116, speed: 110, climb: -3 },
  { seconds: 30, speed: 20 },
  { seconds: 60 },
  { seconds: 5, speed: 0 },
  { seconds: 400 },
];

describe('a flight with a fix each second', () => {
  const fixes = flownTrack({}, [...DEPARTURE, { seconds: 600 }, ...ARRIVAL]);
  const { events, memory } = fly('light', fixes);
  const leg = events.at(-1)?.leg;

  test('has one leg, dated back to the changes', () => {
    expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'landing', 'in-block']);
    // 30 km/h at 160 s and 5 km/h more each second: 90 km/h at 172 s.
    expect(leg?.takeoff).toMatchObject({ at: 172_000, from: 171_000, to: 172_000, course: 90 });
    // Touch-down at 300 + 600 + 116 = 1,016 s. The altitude is constant from 8 m above it on, which is 3 s earlier at most.
    const touchdown = leg?.landing?.at ?? 0;
    expect(touchdown).toBeGreaterThanOrEqual(1_013_000);
    expect(touchdown).toBeLessThanOrEqual(1_016_000);
  });

  test('has block times', () => {
    // 3 km/h each second from 60 s on: 6 km/h at 62 s; 30 m from the stand at 69 s.
    expect(leg?.offBlock?.at).toBeGreaterThanOrEqual(62_000);
    expect(leg?.offBlock?.at).toBeLessThanOrEqual(70_000);
    // 1,016 + 30 + 60 s, then 4 km/h less each second: below 5 km/h after 4 s.
    expect(leg?.inBlock?.at).toBe(1_110_000);
    expect(memory).toMatchObject({ state: 'ground', phase: 'parked', leg: null, offBlock: null });
  });

  test('has its distance, height and speed', () => {
    expect(leg).toMatchObject({ beganBefore: false, lost: false, touchAndGos: 0, goArounds: 0 });
    // 116 s of 3 m/s above 100 m; 180 km/h.
    expect(leg?.maxHeight).toBe(448);
    expect(leg?.maxHeightKind).toBe(1);
    expect(leg?.maxSpeed).toBeCloseTo(180, 6);
    // 172 to 178 s: 105 km/h; 6 s of 120; 116 s of 150; 600 s of 180; 116 s of 145; then a roll until it has landed.
    const flown = (6 * 105 + 6 * 120 + 116 * 150 + 600 * 180 + 116 * 145) / 3.6;
    expect(leg?.distance).toBeGreaterThan(flown);
    expect(leg?.distance).toBeLessThan(flown + 1_500);
  });

  test('is the same at midnight UTC and across the antimeridian', () => {
    const time = Date.UTC(2026, 10, 24) - 200_000;
    const moved = flownTrack({ time, longitude: 179.98 }, [...DEPARTURE, { seconds: 600 }, ...ARRIVAL]);
    expect(moved.some(({ longitude }) => longitude < 0)).toBe(true);
    const found = fly('light', moved).events;
    expect(eventTexts(found, time)).toEqual(eventTexts(events));
    expect(found.at(-1)?.leg.distance).toBeCloseTo(leg?.distance ?? 0, 0);
  });

  test('is the same across a pole', () => {
    // The equator, turned so that it becomes the meridians of 20 and -160 degrees; the pole is 30 km from the start.
    const overPole = fixes.map((fix) => {
      const angle = 90 - 30_000 / 111_195.08 + fix.longitude;
      return angle <= 90
        ? { ...fix, latitude: angle, longitude: 20 }
        : { ...fix, latitude: 180 - angle, longitude: -160 };
    });
    expect(overPole.some(({ longitude }) => longitude === -160)).toBe(true);
    const across = fly('light', overPole);
    expect(eventTexts(across.events)).toEqual(eventTexts(events));
    expect(across.events.at(-1)?.leg.distance).toBeCloseTo(leg?.distance ?? 0, -2);
  });

  test('is found without any altitude', () => {
    const found = fly(
      'light',
      fixes.map((fix) => ({ ...fix, altitude: null })),
    ).events;
    expect(found.map(({ kind }) => kind)).toEqual(['take-off', 'landing', 'in-block']);
    expect(found[0]?.time).toBe(172_000);
    // 3 km/h less each second from 110 km/h at 1,016 s on: below 45 km/h after 22 s.
    expect(found[1]?.time).toBe(1_038_000);
    expect(found[1]?.leg.maxHeight).toBeNull();
  });

  test('is found from positions if the device always reports a speed of 0', () => {
    const found = fly(
      'light',
      fixes.map((fix) => ({ ...fix, speed: 0 })),
    ).events;
    expect(found.map(({ kind }) => kind)).toEqual(['take-off', 'landing', 'in-block']);
    // The smoothed speed is 4 s behind.
    expect(Math.abs((found[0]?.time ?? 0) - 172_000)).toBeLessThanOrEqual(6_000);
  });

  test('is a range with a report each two minutes', () => {
    const parked: Stretch = { seconds: 300 };
    const sparse = flownTrack({ every: 120 }, [parked, ...DEPARTURE, { seconds: 600 }, ...ARRIVAL]);
    const found = fly('light', sparse).events.at(-1)?.leg;
    // 300 s later: parked at 360 s, at 120 km/h on the runway at 480 s; in flight at 1,200 s, rolling at 98 km/h at 1,320 s.
    expect(found?.takeoff).toMatchObject({ from: 360_000, to: 480_000, at: 420_000 });
    expect(found?.landing).toMatchObject({ from: 1_200_000, to: 1_320_000, at: 1_260_000 });
  });

  test('does not depend on fixes that are inaccurate, old, or out of reach', () => {
    const disturbed = fixes.flatMap((fix) => {
      const second = fix.time / 1_000;
      if (second % 7 === 0) return [fix, { ...fix, time: fix.time + 500, accuracy: 500, altitude: 9_000 }];
      // Ten degrees in half a second.
      if (second % 11 === 0) return [fix, { ...fix, time: fix.time + 500, latitude: fix.latitude + 10 }];
      if (second % 13 === 0) return [fix, { ...fix, time: fix.time - HOUR_MS, altitude: 9_000, speed: 900 }];
      return [fix];
    });
    const found = fly('light', disturbed).events;
    expect(eventTexts(found)).toEqual(eventTexts(events));
    expect(found.at(-1)?.leg).toMatchObject({ maxHeight: 448, fixes: leg?.fixes });
  });
});

test('a fast taxi at constant height is no leg', () => {
  const taxi: readonly Stretch[] = [
    { seconds: 60 },
    { seconds: 20, speed: 119 },
    { seconds: 30 },
    { seconds: 20, speed: 0 },
    { seconds: 120 },
  ];
  const { events, memory } = fly('light', flownTrack({}, [...taxi, ...taxi, ...taxi]));
  expect(events).toEqual([]);
  expect(memory?.state).toBe('ground');
  // The same run with a climb is one.
  const climbed = taxi.map((stretch, at) => (at === 2 ? { ...stretch, climb: 2 } : stretch));
  expect(eventTexts(fly('light', flownTrack({}, climbed)).events)[0]).toBe('take-off 76');
});

describe('a paraglider', () => {
  test('flies at 25 km/h over ground', () => {
    const fixes = flownTrack({ altitude: 1_500 }, [
      { seconds: 60 },
      { seconds: 5, speed: 25 },
      { seconds: 600, climb: -1 },
      { seconds: 5, speed: 0 },
      { seconds: 200 },
    ]);
    const { events } = fly('paraglider', fixes);
    expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'landing']);
    // 5 km/h each second: 20 km/h after 4 s.
    expect(events[0]?.time).toBe(64_000);
    // Touch-down at 665 s; 8 m above it at 657 s.
    expect(events[1]?.time).toBeGreaterThanOrEqual(657_000);
    expect(events[1]?.time).toBeLessThanOrEqual(669_000);
  });

  test('carried up a mountain does not fly', () => {
    // 4 km/h and 0.25 m/s: 900 m in an hour.
    const hike = flownTrack({ altitude: 600 }, [
      { seconds: 60 },
      { seconds: 10, speed: 4 },
      { seconds: 3_600, climb: 0.25 },
    ]);
    expect(fly('paraglider', hike).events).toEqual([]);
  });
});

describe('a helicopter', () => {
  const takeoff: readonly Stretch[] = [{ seconds: 120 }, { seconds: 25, climb: 2 }];

  test('takes off upwards and does not land while it hovers', () => {
    const { events, memory } = fly('helicopter', flownTrack({}, [...takeoff, { seconds: 1_200 }]));
    // 2 m/s: beyond the 10 m around the ground after 6 s.
    expect(eventTexts(events)).toEqual(['take-off 126']);
    expect(memory?.state).toBe('airborne');
  });

  test('lands where it started', () => {
    const fixes = flownTrack({}, [
      ...takeoff,
      { seconds: 600 },
      { seconds: 25, climb: -2 },
      { seconds: 120 },
    ]);
    const { events } = fly('helicopter', fixes);
    expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'landing']);
    // On the ground at 120 + 25 + 600 + 25 = 770 s; 8 m above it 4 s earlier.
    expect(events[1]?.time).toBeGreaterThanOrEqual(766_000);
    expect(events[1]?.time).toBeLessThanOrEqual(770_000);
  });

  test('lands elsewhere once it has stood for five minutes', () => {
    const away: readonly Stretch[] = [
      ...takeoff,
      { seconds: 20, speed: 180 },
      { seconds: 400 },
      { seconds: 20, speed: 0, climb: -2 },
    ];
    expect(fly('helicopter', flownTrack({}, [...away, { seconds: 200 }])).memory?.state).toBe('airborne');
    const { events } = fly('helicopter', flownTrack({}, [...away, { seconds: 320 }]));
    expect(events[1]?.kind).toBe('landing');
    expect(Math.abs((events[1]?.time ?? 0) - 585_000)).toBeLessThanOrEqual(10_000);
  });
});

test('a glider that stands against the wind does not land', () => {
  const wave = Array.from(
    { length: 20 },
    (_, at): Stretch => ({ seconds: 60, climb: at % 2 === 0 ? 0.7 : -0.7 }),
  );
  const fixes = flownTrack({}, [
    { seconds: 30 },
    { seconds: 10, speed: 100 },
    { seconds: 300, climb: 3 },
    { seconds: 30, speed: 1 },
    ...wave,
  ]);
  const { events, memory } = fly('glider', fixes);
  expect(eventTexts(events)).toEqual(['take-off 36']);
  expect(memory?.state).toBe('airborne');
});

test('a balloon rises with the wind and lands far away', () => {
  const fixes = flownTrack({}, [
    { seconds: 300 },
    { seconds: 100, speed: 12, climb: 2 },
    { seconds: 3_000 },
    { seconds: 200, climb: -1 },
    { seconds: 10, speed: 0 },
    { seconds: 400 },
  ]);
  const { events } = fly('balloon', fixes);
  expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(['take-off', 'landing']);
  // 2 m/s from 300 s on: beyond the 10 m around the ground after 6 s.
  expect(events[0]?.time).toBe(306_000);
  // Down at 3,600 s, and still at 3,610 s.
  expect(Math.abs((events[1]?.time ?? 0) - 3_605_000)).toBeLessThanOrEqual(15_000);
});

test('a drone flies for a minute', () => {
  const fixes = flownTrack({}, [
    { seconds: 60 },
    { seconds: 10, climb: 3 },
    { seconds: 60, speed: 36 },
    { seconds: 10, speed: 0, climb: -3 },
    { seconds: 400 },
  ]);
  const { events } = fly('drone', fixes);
  expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'landing', 'in-block']);
  // 3 m/s: beyond the 2.5 m around the ground at once.
  expect(events[0]?.time).toBe(61_000);
  expect(Math.abs((events[1]?.time ?? 0) - 140_000)).toBeLessThanOrEqual(4_000);
});

describe('circuits', () => {
  const down: Stretch = { seconds: 116, speed: 110, climb: -3 };
  const up: Stretch = { seconds: 116, speed: 180, climb: 3 };

  test('counts a touch-and-go in one leg', () => {
    // Back to the field: the flight turns around.
    const fixes = flownTrack({}, [
      ...DEPARTURE,
      { ...down, course: 270 },
      { seconds: 15, speed: 95 },
      { ...up, course: 90 },
      { ...down, course: 270 },
      { seconds: 30, speed: 0 },
      { seconds: 400 },
    ]);
    const { events } = fly('light', fixes);
    expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'touch-and-go', 'landing', 'in-block']);
    expect(events.at(-1)?.leg).toMatchObject({ touchAndGos: 1, goArounds: 0 });
    // It rolls from 416 to 431 s.
    expect(events[1]?.time).toBeGreaterThanOrEqual(412_000);
    expect(events[1]?.time).toBeLessThanOrEqual(431_000);
  });

  test('counts a go-around', () => {
    const fixes = flownTrack({}, [
      ...DEPARTURE,
      // To 348 - 300 = 48 m above the field.
      { ...down, seconds: 100, course: 270 },
      { ...up, seconds: 100, course: 90 },
    ]);
    const { events } = fly('light', fixes);
    expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'go-around']);
    expect(events[1]?.time).toBe(400_000);
    expect(events[1]?.leg).toMatchObject({ touchAndGos: 0, goArounds: 1 });
  });
});

describe('silence in flight', () => {
  const { memory } = fly('light', flownTrack({}, DEPARTURE));
  const profile = FLIGHT_PROFILES.light;
  if (memory === null) throw new Error('no fix');
  const still = { ...memory, time: 0, speed: 0, course: null, accuracy: null, altitude: 100 };

  test('does not close the leg, which ends at the next still fixes', () => {
    expect(memory.state).toBe('airborne');
    const later = DEPARTED * 1_000 + 2 * HOUR_MS;
    const first = applyFlight(profile, memory, { ...still, time: later });
    expect(first.events).toEqual([]);
    const second = applyFlight(profile, first.memory, { ...still, time: later + 90_000 });
    expect(second.events.map(({ kind }) => kind)).toEqual(['landing']);
    expect(second.events[0]?.leg.landing).toMatchObject({ from: 300_000, to: later, at: 300_000 + HOUR_MS });
  });

  test('closes the leg without a landing after a day', () => {
    const before = expireFlight(memory, 300_000 + 24 * HOUR_MS - 1);
    expect(before).toEqual({ memory, events: [] });
    const after = expireFlight(memory, 300_000 + 24 * HOUR_MS);
    expect(after.events).toMatchObject([{ kind: 'lost', time: 300_000, leg: { lost: true, landing: null } }]);
    expect(after.memory.state).toBe('unknown');
    // The next fix does the same.
    const next = applyFlight(profile, memory, { ...still, time: 300_000 + 25 * HOUR_MS });
    expect(next.events.map(({ kind }) => kind)).toEqual(['lost']);
    expect(next.memory).toMatchObject({ state: 'unknown', leg: null });
  });
});

test('an aircraft that flies when it is first seen has no take-off', () => {
  const fixes = flownTrack({}, [...DEPARTURE, { seconds: 600 }, ...ARRIVAL]).filter(
    ({ time }) => time >= 600_000,
  );
  const { events } = fly('light', fixes);
  expect(events.map(({ kind }) => kind)).toEqual(['airborne', 'landing', 'in-block']);
  expect(events[0]?.leg).toMatchObject({
    beganBefore: true,
    takeoff: null,
    offBlock: null,
    startedAt: 601_000,
  });
});

test('altitudes of two kinds are never compared', () => {
  // From 400 s on above the ellipsoid, which is 1,000 m more here.
  const fixes = flownTrack({}, [...DEPARTURE, { seconds: 600 }, ...ARRIVAL]).map((fix) =>
    fix.time < 400_000 ? fix : { ...fix, altitude: (fix.altitude ?? 0) + 1_000, altitudeKind: 2 },
  );
  const { events } = fly('light', fixes);
  expect(events.map(({ kind }) => kind)).toEqual(['take-off', 'landing', 'in-block']);
  expect(events.at(-1)?.leg).toMatchObject({ maxHeight: 448, maxHeightKind: 1, goArounds: 0 });

  // Two kinds that take turns give no height, and no flight of a parked aircraft.
  const parked = flownTrack({}, [{ seconds: 600 }]).map((fix, at) =>
    at % 2 === 0 ? fix : { ...fix, altitude: 900, altitudeKind: 3 },
  );
  expect(fly('light', parked).events).toEqual([]);
});

describe('the transponder', () => {
  const fixes = flownTrack({}, [...DEPARTURE, { seconds: 600 }, ...ARRIVAL]);

  test('decides what is ground and what is air', () => {
    const found = fly(
      'light',
      fixes.map((fix) => ({ ...fix, onGround: fix.time < 180_000 || fix.time >= 1_016_000 })),
    );
    expect(eventTexts(found.events).slice(0, 2)).toEqual(['take-off 180', 'landing 1016']);
  });

  test('keeps a slow aircraft in flight, and a fast one on the ground', () => {
    const flying = fly(
      'light',
      fixes.map((fix) => ({ ...fix, onGround: fix.time < 180_000 })),
    );
    expect(eventTexts(flying.events)).toEqual(['take-off 180']);
    const standing = fly(
      'light',
      fixes.map((fix) => ({ ...fix, onGround: true })),
    );
    expect(standing.events).toEqual([]);
  });

  test('a short time on the ground is a touch-and-go', () => {
    const found = fly(
      'light',
      fixes.map((fix) => {
        const second = fix.time / 1_000;
        return { ...fix, onGround: second < 180 || (second >= 500 && second < 515) || second >= 1_016 };
      }),
    );
    expect(eventTexts(found.events).slice(0, 3)).toEqual([
      'take-off 180',
      'touch-and-go 500',
      'landing 1016',
    ]);
  });
});

test('an error of the transponder is no take-off and no touch-and-go', () => {
  const fixes = flownTrack({}, [...DEPARTURE, { seconds: 600 }, ...ARRIVAL]).map((fix) => {
    const second = fix.time / 1_000;
    // It reports flight for 15 s of the taxi, and ground for one fix of the climb.
    return {
      ...fix,
      onGround: second < 180 ? second < 100 || second >= 115 : second === 200 || second >= 1_016,
    };
  });
  const { events } = fly('light', fixes);
  expect(eventTexts(events).slice(0, 2)).toEqual(['take-off 180', 'landing 1016']);
});

test('a receiver that was sent to another country did not fly there', () => {
  const here = flownTrack({}, [{ seconds: 60 }]);
  const there = flownTrack({ time: 120_000, latitude: 30, longitude: 100, altitude: 900 }, [
    { seconds: 600 },
  ]);
  const { events, memory } = fly('light', [...here, ...there]);
  expect(events).toEqual([]);
  expect(memory).toMatchObject({ state: 'ground', latitude: 30, jumps: 0 });
});
