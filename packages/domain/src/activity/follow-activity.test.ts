import { expect, test } from 'vitest';
import { START_SPEED } from '../tracker-state/movement.ts';
import { type Activity, type ActivityDay, GAP_MS, totalOf } from './activity.ts';
import { ActivityFollower, type FollowedFix } from './activity-follower.ts';
import { createDayOf } from './calendar-days.ts';

/** Degrees along the equator for one metre: 180 / (pi * 6 371 008.8 m). */
const METRE = 180 / (Math.PI * 6_371_008.8);
const SECOND = 1_000;
const DAY = 86_400_000;
/** Midnight in UTC. */
const MIDNIGHT = Date.UTC(2026, 10, 25);

interface Entry {
  readonly second: number;
  readonly metres: number;
  readonly speed?: number | null;
  readonly ignition?: boolean;
}

/** Fixes each `step` seconds from `from` to `to`, both included, at `speed` metres a second. */
function every(
  step: number,
  from: number,
  to: number,
  start: number,
  perStep: number,
  rest: Partial<Entry> = {},
): Entry[] {
  const count = (to - from) / step + 1;
  return Array.from({ length: count }, (_, at) => ({
    second: from + at * step,
    metres: start + at * perStep,
    speed: (perStep / step) * 3.6,
    ...rest,
  }));
}

function follow(entries: readonly Entry[], startTime = MIDNIGHT, gapMs = GAP_MS) {
  const follower = new ActivityFollower({
    dayOf: createDayOf((instant) => instant),
    gapMs,
    movingSpeed: START_SPEED,
  });
  for (const { second, metres, speed = null, ignition = null } of entries) {
    const fix: FollowedFix = {
      time: startTime + second * SECOND,
      latitude: 0,
      longitude: metres * METRE,
      speed,
      accuracy: null,
      ignition,
    };
    follower.add(fix);
  }
  return follower;
}

/** Kind, seconds of start and end, whole metres. */
function brief(activities: readonly Activity[], startTime = MIDNIGHT) {
  const second = (time: number) => (time - startTime) / SECOND;
  return activities.map((activity) => [
    activity.kind,
    second(activity.from.time),
    second(activity.to.time),
    Math.round(totalOf(activity).metres),
  ]);
}

const OFF = { ignition: false };
const ON = { ignition: true };
/**
 * Stands for 5 minutes; drives 100 m each 10 s; waits at a light for 80 s; drives on; stands for 10 minutes; is silent
 * for two hours; drives again.
 */
const JOURNEY = [
  ...every(60, 0, 300, 0, 0, OFF),
  ...every(10, 310, 910, 100, 100, ON),
  ...every(10, 920, 1_000, 6_150, 0, ON),
  ...every(10, 1_010, 1_310, 6_250, 100, ON),
  ...every(60, 1_320, 1_920, 9_300, 0, OFF),
  ...every(10, 9_120, 9_420, 20_300, 100, ON),
];

test('divides time into trips, stops and gaps', () => {
  expect(brief(follow(JOURNEY).activities)).toEqual([
    ['stop', 0, 310, 0],
    ['trip', 310, 1_320, 9_300],
    ['stop', 1_320, 1_920, 0],
    ['gap', 1_920, 9_120, 11_000],
    ['trip', 9_120, 9_420, 3_000],
  ]);
});

test('adds up the ignition until the next fix, and not in a gap', () => {
  expect(follow(JOURNEY).activities.map((activity) => totalOf(activity).ignition)).toEqual([
    0,
    1_010 * SECOND,
    0,
    null,
    300 * SECOND,
  ]);
  const unknown = JOURNEY.map(({ ignition: _, ...entry }) => entry);
  expect(follow(unknown).activities.map((activity) => totalOf(activity).ignition)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('keeps the first of the fastest fixes', () => {
  const fast = JOURNEY.map((entry) =>
    entry.second === 500 || entry.second === 600 ? { ...entry, speed: 50 } : entry,
  );
  const [, trip] = follow(fast).activities;
  expect(trip && totalOf(trip).fastest).toEqual({
    speed: 50,
    time: MIDNIGHT + 500 * SECOND,
    latitude: 0,
    longitude: 2_000 * METRE,
  });
});

test('divides a trip across midnight by time, and its segment in proportion', () => {
  // Midnight is 615 s after the start: 3,150 m after it.
  const start = MIDNIGHT - 615 * SECOND;
  const { days, activities } = follow(JOURNEY, start);
  expect(brief(activities, start)[1]).toEqual(['trip', 310, 1_320, 9_300]);
  expect(days.filter(({ kind }) => kind === 'trip').map(briefDay)).toEqual([
    ['trip', -1, 305, 3_150, 305],
    ['trip', 0, 705, 6_150, 705],
    ['trip', 0, 300, 3_000, 300],
  ]);
});

function briefDay({ kind, day, duration, metres, ignition }: ActivityDay) {
  return [
    kind,
    day - MIDNIGHT / DAY,
    duration / SECOND,
    Math.round(metres),
    ignition === null ? null : ignition / SECOND,
  ];
}

test('gives out the days of a long stop as they pass', () => {
  const parked = every(1_800, 0, 3 * 86_400 + 600 * 3, 0, 0, ON);
  const { days, activities } = follow(parked, MIDNIGHT - 600 * SECOND);
  expect(brief(activities, MIDNIGHT - 600 * SECOND)).toEqual([['stop', 0, 261_000, 0]]);
  expect(activities[0] && totalOf(activities[0]).ignition).toBe(261_000 * SECOND);
  expect(days.map(briefDay)).toEqual([
    ['stop', -1, 600, 0, 600],
    ['stop', 0, 86_400, 0, 86_400],
    ['stop', 1, 86_400, 0, 86_400],
    ['stop', 2, 86_400, 0, 86_400],
    ['stop', 3, 1_200, 0, 1_200],
  ]);
});

test('each millisecond and metre of a track is in one share of a day', () => {
  for (const offset of [0, 305, 920, 975, 1_319, 1_500, 4_000, 9_119, 9_400]) {
    const { days, activities } = follow(JOURNEY, MIDNIGHT - offset * SECOND);
    const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
    expect(sum(days.map(({ duration }) => duration))).toBe(9_420 * SECOND);
    expect(sum(days.map(({ metres }) => metres))).toBeCloseTo(23_300, 6);
    expect(sum(activities.map((activity) => totalOf(activity).metres))).toBeCloseTo(23_300, 6);
    expect(sum(days.map(({ ignition }) => ignition ?? 0))).toBeCloseTo(1_310 * SECOND, 3);
  }
});

test('counts a stop from its first slow fix, also with sparse reports', () => {
  // Reports every 2 minutes: the stop is certain with the third slow one.
  const sparse = [
    ...every(120, 0, 600, 0, 2_000, { speed: 60 }),
    ...every(120, 720, 1_200, 11_000, 0, { speed: 0 }),
    ...every(120, 1_320, 1_560, 13_000, 2_000, { speed: 60 }),
  ];
  expect(brief(follow(sparse).activities)).toEqual([
    ['trip', 0, 720, 11_000],
    ['stop', 720, 1_320, 0],
    ['trip', 1_320, 1_560, 6_000],
  ]);
});

test('ends a trip at the last fix before a gap, and begins with the next one', () => {
  // It is slow for a minute when the gap begins, and stands after it.
  const silent = [
    ...every(10, 0, 600, 0, 100),
    ...every(10, 610, 670, 6_050, 0),
    ...every(60, 7_870, 8_470, 6_050, 0),
  ];
  expect(brief(follow(silent).activities)).toEqual([
    ['trip', 0, 670, 6_050],
    ['gap', 670, 7_870, 0],
    ['stop', 7_870, 8_470, 0],
  ]);
});

test('59 minutes and 59 seconds without a fix are no gap', () => {
  const entries = [...every(60, 0, 600, 0, 0), { second: 600 + 3_599, metres: 0, speed: 0 }];
  expect(brief(follow(entries).activities)).toEqual([['stop', 0, 4_199, 0]]);
  const longer = [...every(60, 0, 600, 0, 0), { second: 600 + 3_600, metres: 0, speed: 0 }];
  expect(brief(follow(longer).activities)).toEqual([
    ['stop', 0, 600, 0],
    ['gap', 600, 4_200, 0],
  ]);
});

test('a gap is as long as the account sets it', () => {
  const entries = [...every(60, 0, 600, 0, 0), { second: 600 + 1_800, metres: 0, speed: 0 }];
  expect(brief(follow(entries, MIDNIGHT, 1_800 * SECOND).activities)).toEqual([
    ['stop', 0, 600, 0],
    ['gap', 600, 2_400, 0],
  ]);
  expect(brief(follow(entries, MIDNIGHT, 1_801 * SECOND).activities)).toEqual([['stop', 0, 2_400, 0]]);
});

test('leaves an impossibly fast fix out of distance and highest speed', () => {
  const jump = [
    ...every(10, 0, 300, 0, 100),
    { second: 305, metres: 900_000, speed: 400 },
    ...every(10, 310, 600, 3_100, 100),
  ];
  const [trip, ...others] = follow(jump).activities;
  expect(others).toEqual([]);
  const total = trip && totalOf(trip);
  expect(Math.round(total?.metres ?? 0)).toBe(6_000);
  expect(total?.fastest?.speed).toBeCloseTo(36, 9);
});

test('a start that reverts before it is certain belongs to the stop', () => {
  const shunted = [
    ...every(10, 0, 600, 0, 0),
    { second: 610, metres: 120, speed: 14 },
    { second: 625, metres: 120, speed: 0 },
    ...every(65, 690, 1_210, 120, 0),
  ];
  expect(brief(follow(shunted).activities)).toEqual([['stop', 0, 1_210, 120]]);
});

test('no activity has no duration', () => {
  expect(follow([{ second: 0, metres: 0 }]).activities).toEqual([]);
  expect(follow([]).activities).toEqual([]);
  const lone = [
    { second: 0, metres: 0 },
    { second: 7_200, metres: 0 },
    { second: 14_400, metres: 0 },
  ];
  expect(brief(follow(lone).activities)).toEqual([
    ['gap', 0, 7_200, 0],
    ['gap', 7_200, 14_400, 0],
  ]);
});

test('divides an activity at midnight after 31 days', () => {
  // 36 km/h for 33 days, from midnight on.
  const cruise = every(1_800, 0, 33 * 86_400, 0, 18_000);
  expect(brief(follow(cruise).activities)).toEqual([
    ['trip', 0, 31 * 86_400, 31 * 48 * 18_000],
    ['trip', 31 * 86_400, 33 * 86_400, 2 * 48 * 18_000],
  ]);
});

test('adds up metres and time at night, 22:00 to 06:00', () => {
  // A kilometre a minute from 21:30 to 22:30 and from 05:45 to 06:30, stopped in between.
  const dayOf = createDayOf((instant) => instant, { nightStart: 22, nightEnd: 6 });
  const follower = new ActivityFollower({ dayOf, gapMs: GAP_MS, movingSpeed: START_SPEED });
  const minute = (at: number) => MIDNIGHT + at * 60 * SECOND;
  for (let at = 21 * 60 + 30; at <= 30 * 60 + 30; at += 1) {
    const metres =
      Math.min(Math.max(0, at - 21.5 * 60), 60) * 1_000 + Math.min(Math.max(0, at - 29.75 * 60), 45) * 1_000;
    const speed = at < 22.5 * 60 || at >= 29.75 * 60 ? 60 : 0;
    const place = { latitude: 0, longitude: metres * METRE, speed, accuracy: null, ignition: null };
    follower.add({ time: minute(at), ...place });
  }
  const night = follower.days
    .filter(({ kind }) => kind === 'trip')
    .map(({ day, nightTime, nightMetres }) => [
      day - MIDNIGHT / DAY,
      nightTime / 60 / SECOND,
      Math.round(nightMetres),
    ]);
  // The first fix in motion is that of 05:46, and the way to it belongs to the trip.
  expect(night).toEqual([
    [0, 30, 30_000],
    [1, 14, 15_000],
  ]);
});
