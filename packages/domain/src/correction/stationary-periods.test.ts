import { expect, test } from 'vitest';
import { type TrackFix, trackOf } from '../tracks/track.ts';
import { findStationaryPeriods } from './stationary-periods.ts';
import { fix } from './testing/fix.ts';

function stationaryPeriods(fixes: readonly TrackFix[]): [from: number, to: number][] {
  return findStationaryPeriods(trackOf(fixes)).map(({ from, to }) => [from, to]);
}

/** Drives 10 m a second, stands for so many seconds, drives on. What is around the place is said by the second. */
function visit(seconds: number, around: (second: number) => [number, number] = () => [0, 0]): TrackFix[] {
  return Array.from({ length: 60 + seconds + 60 }, (_, at) => {
    if (at < 60) return fix(at, (at - 60) * 10);
    if (at >= 60 + seconds) return fix(at, (at - 60 - seconds + 1) * 10);
    return fix(at, ...around(at));
  });
}

const SCATTER: readonly [number, number][] = [
  [6, 0],
  [-6, 0],
  [0, 6],
  [0, -6],
];

test('a stand begins with its first fix and ends with its last, and is where they are', () => {
  expect(stationaryPeriods(visit(300))).toEqual([[60, 359]]);
  const [period] = findStationaryPeriods(trackOf(visit(300, (second) => SCATTER[second % 4] ?? [0, 0])));
  expect(period?.lng).toBeCloseTo(0, 6);
  expect(period?.lat).toBeCloseTo(0, 6);
});

test('a red light is none', () => {
  expect(stationaryPeriods(visit(90))).toEqual([]);
});

test('a fix far off now and then, and drift that comes back, belong to it and do not move it', () => {
  const away = (second: number): [number, number] =>
    second % 40 === 0 ? [30, 20] : (SCATTER[second % 4] ?? [0, 0]);
  const [period, ...others] = findStationaryPeriods(trackOf(visit(300, away)));
  expect(others).toEqual([]);
  expect(period).toMatchObject({ from: expect.closeTo(60, -1), to: expect.closeTo(359, -1) });
  expect(Math.abs(period?.lng ?? 1)).toBeLessThan(1 / 111_195);
});

test('who is beside it for longer than drift lasts has left, and comes back to another stand', () => {
  const nearby = visit(600, (second) => [second >= 260 && second < 400 ? 40 : 0, 0]);
  expect(stationaryPeriods(nearby)).toEqual([
    [60, 259],
    [260, 399],
    [400, 659],
  ]);
});

test('a slow walk is none: 5 m a minute, 0.3 km/h', () => {
  expect(stationaryPeriods(Array.from({ length: 3_600 }, (_, at) => fix(at, at / 12)))).toEqual([]);
});

test('who walks round a court of 20 m is not standing', () => {
  const round = Array.from({ length: 600 }, (_, at) =>
    fix(at, 20 * Math.sin(at * 0.07), 20 * Math.cos(at * 0.07)),
  );
  expect(stationaryPeriods(round)).toEqual([]);
});

test('what says that it moves does not stand', () => {
  const moving = visit(300).map((one) => ({ ...one, speed: 12 }));
  expect(stationaryPeriods(moving)).toEqual([]);
  expect(stationaryPeriods(visit(300).map((one) => ({ ...one, speed: 3 })))).toEqual([[60, 359]]);
});

test('a gap ends it: what was in between is not known', () => {
  const fixes = Array.from({ length: 400 }, (_, at) => fix(at + (at >= 200 ? 3_600 : 0), 0));
  expect(stationaryPeriods(fixes)).toEqual([
    [0, 199],
    [200, 399],
  ]);
});

test('fixes of a poor receiver scatter farther', () => {
  const inaccurate = visit(600, (second) => [
    (SCATTER[second % 4]?.[0] ?? 0) * 8,
    (SCATTER[second % 4]?.[1] ?? 0) * 8,
  ]);
  expect(stationaryPeriods(inaccurate)).toEqual([]);
  expect(stationaryPeriods(inaccurate.map((one) => ({ ...one, accuracy: 45 })))).toHaveLength(1);
});
