import { expect, test } from 'vitest';
import {
  appendBlock,
  appendFixes,
  createTrackBuilder,
  type FixColumns,
  type TrackFix,
  toTrack,
  trackOf,
} from './track.ts';

function fix(time: number, lng: number, lat: number, distant = 0): TrackFix {
  return { time, lng, lat, distant, dir: null, speed: null, power: null, gsm: null, gps: null, height: null };
}

test('stores values that were not sent as NaN, never as 0', () => {
  const track = trackOf([fix(1000, 1, 2), { ...fix(2000, 1, 2), dir: 0, speed: 0, power: 80 }]);
  expect([...track.course]).toEqual([Number.NaN, 0]);
  expect([...track.speed]).toEqual([Number.NaN, 0]);
  expect([...track.battery]).toEqual([Number.NaN, 80]);
});

test('reads accuracy from the info of a contract point or from the number', () => {
  const info = [
    { key: 'network', value: 'LTE' },
    { key: 'accuracy', value: '4.5' },
  ];
  const fixes = [
    fix(1, 0, 0),
    { ...fix(2, 0, 0), info },
    { ...fix(3, 0, 0), info: [] },
    { ...fix(4, 0, 0), accuracy: 0, info },
    { ...fix(5, 0, 0), accuracy: null },
  ];
  expect([...trackOf(fixes).accuracy]).toEqual([Number.NaN, 4.5, Number.NaN, 0, Number.NaN]);
});

function block(times: readonly number[], lng: (time: number) => number, speed: number | null): FixColumns {
  const none = { course: null, height: null, battery: null, gsm: null, satellites: null };
  return {
    length: times.length,
    time: Float64Array.from(times),
    lng: Float64Array.from(times, lng),
    lat: new Float64Array(times.length).fill(60),
    columns: {
      ...none,
      speed: speed === null ? null : new Float32Array(times.length).fill(speed),
      accuracy: new Float32Array(times.length).fill(3),
    },
    flags: null,
  };
}

test('creates flags with the first block that has some and extends them', () => {
  const builder = createTrackBuilder(2);
  const lng = () => 0;
  appendBlock(builder, block([0, 1], lng, null));
  expect(toTrack(builder).flags).toBeNull();
  appendBlock(builder, { ...block([1, 2, 3], lng, null), flags: Uint8Array.from([9, 3, 1]) });
  appendBlock(builder, block([4, 5, 6, 7], lng, null));
  expect([...(toTrack(builder).flags ?? [])]).toEqual([0, 0, 3, 1, 0, 0, 0, 0]);
});

test('joins overlapping blocks and fills missing columns with NaN', () => {
  const lng = (time: number) => 179.995 + time / 1000;
  const builder = createTrackBuilder(2);
  appendBlock(builder, block([0, 1, 2], lng, 30));
  appendBlock(builder, block([1, 2], lng, 30));
  appendBlock(
    builder,
    block([2, 3, 9], (time) => lng(time) - (time === 9 ? 360 : 0), null),
  );
  appendBlock(builder, block([], lng, null));
  const track = toTrack(builder);
  expect([...track.time]).toEqual([0, 1, 2, 3, 9]);
  expect([...track.speed]).toEqual([30, 30, 30, Number.NaN, Number.NaN]);
  expect([...track.battery]).toEqual(Array(5).fill(Number.NaN));
  expect([...track.accuracy]).toEqual(Array(5).fill(3));
  // A thousandth of a degree at 60 degrees latitude is half of 111.195 m, also across the antimeridian.
  expect([...track.distance].map((metres) => Math.round(metres * 10) / 10)).toEqual([
    0, 55.6, 111.2, 166.8, 500.4,
  ]);
});

test('builds the same track from overlapping pages', () => {
  const all = Array.from({ length: 5000 }, (_, i) => fix(i * 1000, i * 1e-5, 0, i * 10));
  const builder = createTrackBuilder(2);
  appendFixes(builder, all.slice(0, 3000));
  // The server counts metres from the first fix of each page.
  appendFixes(
    builder,
    all.slice(2998).map((p) => ({ ...p, distant: p.distant - 2998 * 10 })),
  );
  const joined = toTrack(builder);
  const complete = trackOf(all);
  expect(joined.length).toBe(5000);
  expect(joined.time).toEqual(complete.time);
  expect(joined.distance).toEqual(complete.distance);
});

test('adds the distance between adjacent pages: a degree of the equator is 111,195 m', () => {
  const builder = createTrackBuilder();
  appendFixes(builder, [fix(0, 0, 0, 0), fix(3_600_000, 1, 0, 111_195)]);
  appendFixes(builder, [fix(7_200_000, 2, 0, 0), fix(10_800_000, 3, 0, 111_195)]);
  const distances = [...toTrack(builder).distance];
  expect(distances[2]).toBeCloseTo(222_390, -1);
  expect(distances[3]).toBeCloseTo(333_585, -1);
});

test('marks more than five minutes as a gap if the device reports every 10 s', () => {
  const times = [0, 10_000, 20_000, 320_000, 330_000, 630_001, 640_000];
  const track = trackOf(times.map((time) => fix(time, 0, 0)));
  expect(track.gapAfter).toBe(300_000);
  expect([...track.gap]).toEqual([0, 0, 0, 0, 1, 0, 0]);
});

test('marks no gap after half an hour if the device reports every half hour', () => {
  const track = trackOf([0, 1, 2, 3, 6, 12].map((n) => fix(n * 1_800_000, 0, 0)));
  expect(track.gapAfter).toBe(9_000_000);
  expect([...track.gap]).toEqual([0, 0, 0, 0, 1, 0]);
});

test('marks a jump of one degree in 10 s as a gap, but not in six minutes (an airliner)', () => {
  expect([...trackOf([fix(0, 0, 0), fix(10_000, 1, 0)]).gap]).toEqual([1, 0]);
  expect([...trackOf([0, 1, 2].map((n) => fix(n * 360_000, n, 0))).gap]).toEqual([0, 0, 0]);
});

test('accepts an empty track', () => {
  expect(trackOf([]).length).toBe(0);
});
