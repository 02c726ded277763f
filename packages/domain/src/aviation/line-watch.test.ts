import { describe, expect, test } from 'vitest';
import { seeded } from '../fences/testing/random.ts';
import { FlightLine } from './flight-line.ts';
import { type LineEvent, type LineFix, type LineMemory, watchLine } from './line-watch.ts';

/** Degrees of latitude per metre: 6 371 008.8 m * pi / 180 = 111 195.08 m per degree. */
const METRE = 1 / 111_195.08;
/** 20 km east along the equator. */
const LINE = new FlightLine([
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 20_000 * METRE },
]);

/** Metres east and north of the start of the line; `second`: time. */
function fix(second: number, east: number, north: number, accuracy: number | null = 5): LineFix {
  return { time: second * 1_000, longitude: east * METRE, latitude: north * METRE, accuracy };
}

interface WatchOptions {
  readonly line?: FlightLine;
  readonly limit?: number;
  readonly acknowledgedAt?: number;
}

function watch(fixes: readonly LineFix[], { line = LINE, limit = 100, acknowledgedAt }: WatchOptions = {}) {
  let memory: LineMemory | null = null;
  const events: LineEvent[] = [];
  for (const next of fixes) {
    const outcome = watchLine(line, limit, memory, next, acknowledgedAt);
    if (outcome === null) continue;
    memory = outcome.memory;
    if (outcome.event !== null) events.push(outcome.event);
  }
  return { memory, events, texts: events.map(({ kind, time }) => `${kind} ${time / 1_000}`) };
}

describe('a limit of 100 m', () => {
  test('is exceeded by a second fix beyond limit and accuracy', () => {
    const { texts, events } = watch([fix(0, 5_000, 0), fix(10, 5_500, 106), fix(20, 6_000, 120)]);
    expect(texts).toEqual(['off 20']);
    expect(events[0]).toMatchObject({ since: 10_000, isLeft: true, notSeenSince: null });
    expect(events[0]?.metres).toBeCloseTo(120, 3);
    expect(events[0]?.largest).toBeCloseTo(120, 3);
  });

  test.each([
    ['exactly at limit and accuracy', [105, 105, 105], 5],
    ['within the accuracy', [130, 130, 130], 40],
    ['one fix only', [150, 0, 150, 0, 150], 5],
    ['without an accuracy: 10 m', [109, 109, 109], null],
  ])('is not exceeded %s', (_, norths, accuracy) => {
    const fixes = norths.map((north, at) => fix(at * 10, 5_000 + at * 500, north - 1e-6, accuracy));
    expect(watch(fixes).texts).toEqual([]);
  });

  test('is exceeded at once by twice as much', () => {
    const { texts, events } = watch([fix(0, 5_000, 0), fix(10, 5_500, -201)]);
    expect(texts).toEqual(['off 10']);
    expect(events[0]?.isLeft).toBe(false);
  });

  test('ends after two fixes within 80 m, with duration and largest distance', () => {
    const norths = [0, 150, 180, 90, 79, 85, 79, 70];
    const { texts, events } = watch(norths.map((north, at) => fix(at * 10, 5_000 + at * 500, north)));
    expect(texts).toEqual(['off 20', 'back 70']);
    expect(events[1]?.since).toBe(10_000);
    expect(events[1]?.largest).toBeCloseTo(180, 3);
  });

  test('is notified again every 10 minutes until somebody acknowledges it', () => {
    const fixes = Array.from({ length: 51 }, (_, at) => fix(at * 30, 5_000 + at * 100, 150));
    const repeated = ['off 30', 'still-off 630', 'still-off 1230'];
    expect(watch(fixes).texts).toEqual(repeated);
    expect(watch(fixes, { acknowledgedAt: 30_000 }).texts).toEqual(['off 30']);
    // The acknowledgement of a deviation before, which ended.
    const later = fixes.map((one) => ({ ...one, time: one.time + 60_000 }));
    expect(watch(later, { acknowledgedAt: 30_000 }).texts).toEqual([
      'off 90',
      'still-off 690',
      'still-off 1290',
    ]);
  });

  test('ignores fixes that are less accurate than it, or old', () => {
    const vague = fix(10, 5_500, 5_000, 101);
    expect(watch([fix(0, 5_000, 0), vague, fix(20, 6_000, 0), fix(15, 6_000, 900)]).texts).toEqual([]);
  });

  test('is not watched within 1 km of both ends, or beyond them', () => {
    for (const east of [-500, 500, 990, 19_010, 20_500])
      expect(watch([fix(0, east, 300), fix(10, east, 300), fix(20, east, 300)]).texts).toEqual([]);
    expect(watch([fix(0, 1_010, 300)]).texts).toEqual(['off 0']);
  });

  test('after a gap of more than a minute says since when nothing was seen', () => {
    const { events } = watch([fix(0, 5_000, 0), fix(61, 9_000, 300)]);
    expect(events[0]?.notSeenSince).toBe(0);
    expect(watch([fix(0, 5_000, 0), fix(60, 9_000, 300)]).events[0]?.notSeenSince).toBeNull();
  });
});

test('the way between two fixes counts where it cuts a corner', () => {
  const corner = new FlightLine([
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 10_000 * METRE },
    { latitude: 10_000 * METRE, longitude: 10_000 * METRE },
  ]);
  // From 1 km before the corner to 1 km after it: the middle is 500 m from both legs.
  const before = fix(0, 9_000, 0);
  const after = fix(30, 10_000, 1_000);
  const { events } = watch([before, after], { line: corner });
  expect(events[0]?.kind).toBe('off');
  expect(events[0]?.largest).toBeCloseTo(500, -1);
  expect(events[0]?.metres).toBeLessThan(0.1);
  // Two minutes apart, the way is not known.
  expect(watch([before, { ...after, time: 120_000 }], { line: corner }).texts).toEqual([]);
});

test('a line that crosses itself is followed along its legs', () => {
  // East, north, and back across the first leg, 10 km from its start.
  const line = new FlightLine([
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 20_000 * METRE },
    { latitude: 10_000 * METRE, longitude: 20_000 * METRE },
    { latitude: -10_000 * METRE, longitude: 0 },
  ]);
  const flown = Array.from({ length: 600 }, (_, at) => fix(at, 5_000 + at * 20, 30));
  let memory: LineMemory | null = null;
  for (const next of flown) {
    const outcome = watchLine(line, 100, memory, next);
    memory = outcome?.memory ?? memory;
    expect(memory?.leg).toBe(0);
    expect(outcome?.event).toBeNull();
  }
});

test('a line that returns along itself is followed to its end', () => {
  // East, back 30 m beside that, and north.
  const line = new FlightLine([
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 20_000 * METRE },
    { latitude: 30 * METRE, longitude: 0 },
    { latitude: 20_000 * METRE, longitude: 0 },
  ]);
  const out = Array.from({ length: 70 }, (_, at) => fix(at * 15, 3_000 + at * 246, 10));
  const back = Array.from({ length: 66 }, (_, at) => fix(1_050 + at * 15, 19_700 - at * 303, 10));
  const north = Array.from({ length: 60 }, (_, at) => fix(2_040 + at * 15, 20, 100 + at * 300));
  const { texts, memory } = watch([...out, ...back, ...north], { line });
  expect(texts).toEqual([]);
  expect(memory?.leg).toBe(2);
});

test('far from its leg an aircraft is found on any leg after 10 minutes', () => {
  const line = new FlightLine([
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 20_000 * METRE },
    { latitude: 20_000 * METRE, longitude: 20_000 * METRE },
    { latitude: 20_000 * METRE, longitude: 0 },
  ]);
  // It turns left after 5 km and joins the third leg in the middle.
  const north = Array.from({ length: 41 }, (_, at) => fix(100 + at * 20, 5_000, at * 500));
  const west = Array.from({ length: 4 }, (_, at) => fix(920 + at * 20, 5_000 - at * 500, 20_000));
  const { texts, memory } = watch([fix(0, 4_000, 0), ...north, ...west], { line });
  expect(texts.at(0)).toBe('off 120');
  expect(texts.at(-1)?.startsWith('back')).toBe(true);
  expect(memory?.leg).toBe(2);
});

test('a line across the antimeridian is one line', () => {
  const line = new FlightLine([
    { latitude: 0, longitude: 179.9 },
    { latitude: 0, longitude: -179.9 },
  ]);
  const at = (longitude: number, second: number) => ({
    time: second * 1_000,
    latitude: 0.0001,
    longitude,
    accuracy: 5,
  });
  const { texts, memory } = watch([at(179.98, 0), at(179.995, 10), at(-179.99, 20), at(-179.98, 30)], {
    line,
  });
  expect(texts).toEqual([]);
  expect(memory?.along).toBeCloseTo(0.12 / METRE, 0);
});

test('random fixes never break the memory', () => {
  const random = seeded(4);
  let memory: LineMemory | null = null;
  for (let round = 0; round < 2_000; round += 1) {
    const next = {
      time: round * 1_000 * (random() < 0.05 ? 100 : 1),
      latitude: random() < 0.1 ? random() * 180 - 90 : random() * 0.01,
      longitude: random() < 0.1 ? random() * 360 - 180 : random() * 0.2,
      accuracy: random() < 0.2 ? null : random() * 120,
    };
    const outcome = watchLine(LINE, 50, memory, next);
    if (outcome === null) continue;
    memory = outcome.memory;
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
  }
  expect(Object.keys(memory ?? {})).toHaveLength(9);
});
