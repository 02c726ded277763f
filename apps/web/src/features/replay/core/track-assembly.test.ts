import { encodeBlock } from '@wakeline/contract/replay/track-blocks';
import { expect, test } from 'vitest';
import { assembleTrack } from './track-assembly.ts';

const NONE = {
  course: null,
  speed: null,
  height: null,
  battery: null,
  gsm: null,
  satellites: null,
  accuracy: null,
};
const SECOND = 1_000;

/** A block of fixes at these seconds, northwards by a thousandth of a degree a second. */
function block(
  seconds: readonly number[],
  speed: number | null,
  coarse = false,
  flag: number | null = null,
): Uint8Array {
  return encodeBlock({
    trackerId: 7,
    coarse,
    length: seconds.length,
    time: Float64Array.from(seconds, (second) => second * SECOND),
    lng: new Float64Array(seconds.length),
    lat: Float64Array.from(seconds, (second) => second / 1_000),
    columns: { ...NONE, speed: speed === null ? null : new Float32Array(seconds.length).fill(speed) },
    flags: flag === null ? null : new Uint8Array(seconds.length).fill(flag),
  });
}

const secondsOf = (time: Float64Array) => [...time].map((ms) => ms / SECOND);

test('replaces coarse fixes where every fix is loaded, and keeps them elsewhere', () => {
  const track = assembleTrack({
    coarse: [block([0, 10, 20], null, true), block([30, 40, 50], null, true)],
    full: [
      // In any order, because the visible area is loaded first.
      { start: 35 * SECOND, end: 45 * SECOND, blocks: [block([36, 37], 30), block([40, 41, 45], 30)] },
      { start: 8 * SECOND, end: 12 * SECOND, blocks: [block([9, 10, 11], 30)] },
    ],
  });
  expect(secondsOf(track.time)).toEqual([0, 9, 10, 11, 20, 30, 36, 37, 40, 41, 45, 50]);
  expect([...track.speed].map((speed) => (Number.isNaN(speed) ? null : speed))).toEqual([
    null,
    30,
    30,
    30,
    null,
    null,
    30,
    30,
    30,
    30,
    30,
    null,
  ]);
});

test('removes coarse fixes in a batch without fixes', () => {
  const track = assembleTrack({
    coarse: [block([0, 10, 20], null, true)],
    full: [{ start: 5 * SECOND, end: 15 * SECOND, blocks: [] }],
  });
  expect(secondsOf(track.time)).toEqual([0, 20]);
});

test('merges two fixes of the same time', () => {
  const track = assembleTrack({
    coarse: [],
    full: [
      { start: 0, end: 5 * SECOND, blocks: [block([1, 2, 5], null)] },
      { start: 5 * SECOND, end: 9 * SECOND, blocks: [block([5, 6], null)] },
    ],
  });
  expect(secondsOf(track.time)).toEqual([1, 2, 5, 6]);
});

test('shares one array for empty columns, filled with NaN', () => {
  const { battery, gsm, speed } = assembleTrack({
    coarse: [],
    full: [{ start: 0, end: 9, blocks: [block([1, 2], 30)] }],
  });
  expect(battery).toBe(gsm);
  expect([...battery]).toEqual([Number.NaN, Number.NaN]);
  expect([...speed]).toEqual([30, 30]);
});

test('keeps the flags of each fix, 0 where missing, and no column without any', () => {
  const coarse = [block([0, 10, 20, 30], null, true, 4)];
  const full = (flag: number | null) => [
    {
      start: 9 * SECOND,
      end: 21 * SECOND,
      blocks: [block([9, 15], null), block([20, 21], null, false, flag)],
    },
  ];
  expect([...(assembleTrack({ coarse, full: full(3) }).flags ?? [])]).toEqual([4, 0, 0, 3, 3, 4]);
  expect(assembleTrack({ coarse: [], full: full(null) }).flags).toBeNull();
});

test('computes distances on the mean sphere; returns an empty track without blocks', () => {
  const track = assembleTrack({ coarse: [], full: [{ start: 0, end: 9, blocks: [block([0, 1], null)] }] });
  // A thousandth of a degree on the mean sphere.
  expect(track.distance[1]).toBeCloseTo(111.195, 2);
  expect(assembleTrack({ coarse: [], full: [] }).length).toBe(0);
});
