import { expect, test } from 'vitest';
import { type Track, type TrackFix, trackOf } from '../tracks/track.ts';
import { findJumps } from './jumps.ts';
import { MOVEMENT_LIMITS, type MovementKind } from './movement-kind.ts';
import { fix } from './testing/fix.ts';

function removedFixes(fixes: readonly TrackFix[] | Track, kind: MovementKind = 'vehicle'): number[] {
  const track = 'gap' in fixes ? fixes : trackOf(fixes);
  return [...findJumps(track, MOVEMENT_LIMITS[kind]).jumps].flatMap((jump, at) => (jump === 1 ? [at] : []));
}

/** So many seconds straight on at a speed, with some of them elsewhere. */
function straightTrack(
  seconds: number,
  speed: number,
  elsewhere: Readonly<Record<number, number>> = {},
): TrackFix[] {
  return Array.from({ length: seconds }, (_, at) => fix(at, at * speed, elsewhere[at] ?? 0));
}

test('a straight way has no jumps', () => {
  expect(removedFixes(straightTrack(100, 30))).toEqual([]);
});

test.each([
  ['in the middle', 50, 500],
  ['at the start', 0, 500],
  ['at the end', 99, 500],
  // 60 m in a second are 216 km/h, within the limit; but 10 m/s² leave room for 10 m, and noise for 36.
  ['that only the acceleration gives away', 50, 60],
])('a jump of one fix is found: %s', (_name, at, metres) => {
  expect(removedFixes(straightTrack(100, 20, { [at]: metres }))).toEqual([at]);
});

test('a jump may last for some fixes', () => {
  expect(removedFixes(straightTrack(100, 20, { 40: 800, 41: 800, 42: 805, 43: 790 }))).toEqual([
    40, 41, 42, 43,
  ]);
});

test('what stays away has happened: nothing is removed, and the line breaks there', () => {
  const elsewhere = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at + 50, 5_000]));
  const { jumps, breaksBefore } = findJumps(
    trackOf(straightTrack(100, 20, elsewhere)),
    MOVEMENT_LIMITS.vehicle,
  );
  expect([...jumps]).not.toContain(1);
  expect([...breaksBefore].flatMap((one, at) => (one === 1 ? [at] : []))).toEqual([50]);
});

test('a jump that would be a gap by its speed alone is found too', () => {
  expect(removedFixes(straightTrack(100, 20, { 50: 500_000 }))).toEqual([50]);
});

test('after a silence it may be anywhere within reach', () => {
  const fixes = [
    ...straightTrack(50, 20),
    ...straightTrack(50, 20).map((one) => ({ ...one, time: one.time + 3_600_000, lat: 1 })),
  ];
  expect(removedFixes(fixes)).toEqual([]);
});

test('who walks sits in a train when his device says so, and also when it says nothing', () => {
  const reporting = straightTrack(300, 60).map((one) => ({ ...one, speed: 216 }));
  expect(removedFixes(reporting, 'person')).toEqual([]);
  expect(removedFixes(straightTrack(300, 60), 'person')).toEqual([]);
});

test('speeds that are all 0 are not believed', () => {
  expect(removedFixes(straightTrack(300, 20).map((one) => ({ ...one, speed: 0 })))).toEqual([]);
});

test.each([
  ['what 50 km/h and 10 m/s² cannot do at all', 500],
  // Off by 400 m: 424 m in 10 seconds, where 139 m are said, and 458 m would be possible.
  ['what is far more than they say, away and back', 400],
])('between rare fixes the speeds give a jump away: %s', (_name, metres) => {
  const reported = straightTrack(60, 14, { 30: metres, 31: metres }).map((one) => ({
    ...one,
    time: one.time * 10,
    lng: one.lng * 10,
    speed: 50,
  }));
  expect(removedFixes(reported)).toEqual([30, 31]);
});

test('across the antimeridian and over a pole a way goes on', () => {
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

test('an empty track and one fix have no jumps', () => {
  expect(removedFixes([])).toEqual([]);
  expect(removedFixes([fix(0, 0)])).toEqual([]);
});

test('a track of nothing but nonsense stays what it is, soon enough', () => {
  const invalid = Array.from({ length: 20_000 }, (_, at) =>
    fix(at, 9_000 * Math.sin(at * 77), 9_000 * Math.cos(at * 91)),
  );
  expect(removedFixes(invalid).length).toBeLessThan(20_000 * 0.95);
});
