import { expect, test } from 'vitest';
import { type TrackFix, trackOf } from '../tracks/track.ts';
import { findStationaryPeriods } from './stationary-periods.ts';
import { fix } from './testing/fix.ts';

function indexRanges(fixes: readonly TrackFix[]): [from: number, to: number][] {
  return findStationaryPeriods(trackOf(fixes)).map(({ from, to }) => [from, to]);
}

/** Drives at 10 m/s, is stationary for these seconds, drives on. `around` gives the offset of each stationary fix. */
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

test('finds the first fix, the last fix and the position of a stationary period', () => {
  expect(indexRanges(visit(300))).toEqual([[60, 359]]);
  const [period] = findStationaryPeriods(trackOf(visit(300, (second) => SCATTER[second % 4] ?? [0, 0])));
  expect(period?.lng).toBeCloseTo(0, 6);
  expect(period?.lat).toBeCloseTo(0, 6);
});

test('ignores a stop at a red light', () => {
  expect(indexRanges(visit(90))).toEqual([]);
});

test('includes occasional outliers and returning drift without moving the position', () => {
  const away = (second: number): [number, number] =>
    second % 40 === 0 ? [30, 20] : (SCATTER[second % 4] ?? [0, 0]);
  const [period, ...others] = findStationaryPeriods(trackOf(visit(300, away)));
  expect(others).toEqual([]);
  expect(period).toMatchObject({ from: expect.closeTo(60, -1), to: expect.closeTo(359, -1) });
  expect(Math.abs(period?.lng ?? 1)).toBeLessThan(1 / 111_195);
});

test('starts a new period after a displacement that lasts longer than drift', () => {
  const nearby = visit(600, (second) => [second >= 260 && second < 400 ? 40 : 0, 0]);
  expect(indexRanges(nearby)).toEqual([
    [60, 259],
    [260, 399],
    [400, 659],
  ]);
});

test('ignores a slow walk of 5 m a minute (0.3 km/h)', () => {
  expect(indexRanges(Array.from({ length: 3_600 }, (_, at) => fix(at, at / 12)))).toEqual([]);
});

test('ignores a walk in circles with a radius of 20 m', () => {
  const round = Array.from({ length: 600 }, (_, at) =>
    fix(at, 20 * Math.sin(at * 0.07), 20 * Math.cos(at * 0.07)),
  );
  expect(indexRanges(round)).toEqual([]);
});

test('ignores fixes with a reported speed of movement', () => {
  const moving = visit(300).map((one) => ({ ...one, speed: 12 }));
  expect(indexRanges(moving)).toEqual([]);
  expect(indexRanges(visit(300).map((one) => ({ ...one, speed: 3 })))).toEqual([[60, 359]]);
});

test('ends a period at a gap', () => {
  const fixes = Array.from({ length: 400 }, (_, at) => fix(at + (at >= 200 ? 3_600 : 0), 0));
  expect(indexRanges(fixes)).toEqual([
    [0, 199],
    [200, 399],
  ]);
});

test('accepts more scatter from a receiver with a poor accuracy', () => {
  const inaccurate = visit(600, (second) => [
    (SCATTER[second % 4]?.[0] ?? 0) * 8,
    (SCATTER[second % 4]?.[1] ?? 0) * 8,
  ]);
  expect(indexRanges(inaccurate)).toEqual([]);
  expect(indexRanges(inaccurate.map((one) => ({ ...one, accuracy: 45 })))).toHaveLength(1);
});
