import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import { expect, test } from 'vitest';
import { findTravelled } from './find-travelled.ts';

function fix(second: number, lng: number, lat: number): TrackFix {
  return {
    time: second * 1000,
    lng,
    lat,
    distant: 0,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

// A zigzag of 1,200 fixes: pieces 0..512, 512..1024, 1024..1199.
const track = trackOf(Array.from({ length: 1200 }, (_, i) => fix(i, i * 1e-4, (i % 2) * 1e-3)));
const line = createTrackLine(track);
const at = (...of: Parameters<typeof findTravelled>) => {
  const { partialLines, ...rest } = findTravelled(...of);
  return { ...rest, parts: partialLines.map((part) => part.map(({ lng, lat }) => [lng, lat] as const)) };
};
const seconds = (second: number, trailSeconds: number | null = null) =>
  at(track, line, second * 1000, trailSeconds === null ? null : trailSeconds * 1000);

test('before the start nothing is travelled, after the end everything', () => {
  expect(seconds(-1)).toEqual({ first: 0, end: 0, parts: [] });
  expect(seconds(5000)).toEqual({ first: 0, end: 3, parts: [] });
});

test('in the second piece the first one is whole, and the second ends at the marker', () => {
  const { first, end, parts } = seconds(600.5);
  expect([first, end, parts.length]).toEqual([0, 1, 1]);
  expect(parts[0]?.[0]).toEqual([expect.closeTo(0.0512, 9), 0]);
  expect(parts[0]?.at(-1)).toEqual([expect.closeTo(0.06005, 9), expect.closeTo(0.0005, 6)]);
});

test('at the very start there is no line yet', () => {
  expect(seconds(0)).toEqual({ first: 0, end: 0, parts: [] });
});

test('a wake within one piece is one part, cut at both ends', () => {
  const { first, end, parts } = seconds(10.5, 5);
  expect(end - first).toBe(0);
  expect(parts).toHaveLength(1);
  expect(parts[0]?.map(([lng]) => Math.round(lng * 1e6))).toEqual([550, 600, 700, 800, 900, 1000, 1050]);
});

test('without a wake nothing is drawn strong', () => {
  expect(seconds(600.5, 0)).toEqual({ first: 0, end: 0, parts: [] });
});

test('what is travelled in part is as fine as its piece', () => {
  const fine = findTravelled(track, line, 100_500, null);
  const rough = findTravelled(track, line, 100_500, null, () => 254);
  // 101 corners and the marker, against the first fix, the last before the marker, and the marker.
  expect([fine, rough].map(({ partialLines }) => partialLines[0]?.length)).toEqual([102, 3]);
});

test('a wake over all three pieces has a part at each end and the middle one whole', () => {
  const { first, end, parts } = seconds(1100, 1000);
  expect([first, end, parts.length]).toEqual([1, 2, 2]);
  expect(parts[0]?.[0]?.[0]).toBeCloseTo(0.01, 9);
  expect(parts[1]?.at(-1)?.[0]).toBeCloseTo(0.11, 9);
});

test('a wake that ends just after the border of two pieces leaves out what lies before it', () => {
  const { first, end, parts } = seconds(1100, 587.5);
  expect([first, end, parts.length]).toEqual([2, 2, 2]);
  expect(parts[0]?.[0]?.[0]).toBeCloseTo(0.05125, 9);
});

test('in a gap the line ends at the last fix, and begins again after it', () => {
  const gapped = trackOf([fix(0, 0, 0), fix(10, 0.001, 0), fix(4000, 0.002, 0), fix(4010, 0.003, 0)]);
  const pieces = createTrackLine(gapped);
  expect(at(gapped, pieces, 2_000_000, null)).toEqual({ first: 0, end: 1, parts: [] });
  expect(at(gapped, pieces, 4_005_000, null).parts).toEqual([
    [
      [0.002, 0],
      [expect.closeTo(0.0025, 9), 0],
    ],
  ]);
});
