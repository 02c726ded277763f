import { expect, test } from 'vitest';
import { type Track, type TrackFix, trackOf } from '../tracks/track.ts';
import { findJumps } from './jumps.ts';
import { MOVEMENT_LIMITS, type MovementKind } from './movement-kind.ts';
import { fix } from './testing/fix.ts';

function removedFixes(fixes: readonly TrackFix[] | Track, kind: MovementKind = 'vehicle'): number[] {
  const track = 'gap' in fixes ? fixes : trackOf(fixes);
  return [...findJumps(track, MOVEMENT_LIMITS[kind]).jumps].flatMap((jump, at) => (jump === 1 ? [at] : []));
}

/** A straight line at constant speed with one fix a second; the fixes in `elsewhere` are off it by these metres. */
function straightTrack(
  seconds: number,
  speed: number,
  elsewhere: Readonly<Record<number, number>> = {},
): TrackFix[] {
  return Array.from({ length: seconds }, (_, at) => fix(at, at * speed, elsewhere[at] ?? 0));
}

test('finds no jumps on a straight line', () => {
  expect(removedFixes(straightTrack(100, 30))).toEqual([]);
});

test.each([
  ['in the middle', 50, 500],
  ['at the start', 0, 500],
  ['at the end', 99, 500],
  // 60 m in a second are 216 km/h, within the limit; but 10 m/s² allow only 10 m, and noise 36.
  ['detected by its acceleration only', 50, 60],
])('finds a jump of one fix: %s', (_name, at, metres) => {
  expect(removedFixes(straightTrack(100, 20, { [at]: metres }))).toEqual([at]);
});

test('finds a jump of several fixes', () => {
  expect(removedFixes(straightTrack(100, 20, { 40: 800, 41: 800, 42: 805, 43: 790 }))).toEqual([
    40, 41, 42, 43,
  ]);
});

test('removes nothing and breaks the line if the fixes stay elsewhere', () => {
  const elsewhere = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at + 50, 5_000]));
  const { jumps, breaksBefore } = findJumps(
    trackOf(straightTrack(100, 20, elsewhere)),
    MOVEMENT_LIMITS.vehicle,
  );
  expect([...jumps]).not.toContain(1);
  expect([...breaksBefore].flatMap((one, at) => (one === 1 ? [at] : []))).toEqual([50]);
});

test('finds a jump whose speed alone would make it a gap', () => {
  expect(removedFixes(straightTrack(100, 20, { 50: 500_000 }))).toEqual([50]);
});

test('accepts any reachable position after a long time without fixes', () => {
  const fixes = [
    ...straightTrack(50, 20),
    ...straightTrack(50, 20).map((one) => ({ ...one, time: one.time + 3_600_000, lat: 1 })),
  ];
  expect(removedFixes(fixes)).toEqual([]);
});

test('accepts a person in a train, whether the device reports a speed or not', () => {
  const reporting = straightTrack(300, 60).map((one) => ({ ...one, speed: 216 }));
  expect(removedFixes(reporting, 'person')).toEqual([]);
  expect(removedFixes(straightTrack(300, 60), 'person')).toEqual([]);
});

test('ignores reported speeds that are all 0', () => {
  expect(removedFixes(straightTrack(300, 20).map((one) => ({ ...one, speed: 0 })))).toEqual([]);
});

test.each([
  ['impossible at 50 km/h and 10 m/s²', 500],
  // Off by 400 m: 424 m in 10 seconds, where the speeds report 139 m and 458 m would be possible.
  ['much farther than reported, there and back', 400],
])('finds a jump between sparse fixes by the reported speeds: %s', (_name, metres) => {
  const reported = straightTrack(60, 14, { 30: metres, 31: metres }).map((one) => ({
    ...one,
    time: one.time * 10,
    lng: one.lng * 10,
    speed: 50,
  }));
  expect(removedFixes(reported)).toEqual([30, 31]);
});

test('finds no jumps across the antimeridian or over a pole', () => {
  const start = { lng: 179.995, lat: 0 };
  const east = Array.from({ length: 100 }, (_, at) => fix(at, at * 20, 0, start));
  expect(
    removedFixes(east.map((one) => ({ ...one, lng: one.lng >= 180 ? one.lng - 360 : one.lng }))),
  ).toEqual([]);
  const degrees = (at: number) => (at * 20) / 111_195;
  const over = Array.from({ length: 100 }, (_, at) => {
    const lat = 89.99 + degrees(at);
    return { ...fix(at, 0), lat: lat > 90 ? 180 - lat : lat, lng: lat > 90 ? -150 : 30 };
  });
  expect(removedFixes(over)).toEqual([]);
});

test('finds no jumps in an empty track and in a single fix', () => {
  expect(removedFixes([])).toEqual([]);
  expect(removedFixes([fix(0, 0)])).toEqual([]);
});

test('does not remove most of a track of random positions', () => {
  const invalid = Array.from({ length: 20_000 }, (_, at) =>
    fix(at, 9_000 * Math.sin(at * 77), 9_000 * Math.cos(at * 91)),
  );
  expect(removedFixes(invalid).length).toBeLessThan(20_000 * 0.95);
});
