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

// A zigzag of 1,200 fixes: segments 0..512, 512..1024, 1024..1199.
const track = trackOf(Array.from({ length: 1200 }, (_, i) => fix(i, i * 1e-4, (i % 2) * 1e-3)));
const line = createTrackLine(track);
const at = (...of: Parameters<typeof findTravelled>) => {
  const { partialLines, ...rest } = findTravelled(...of);
  return {
    ...rest,
    partialLines: partialLines.map((points) => points.map(({ lng, lat }) => [lng, lat] as const)),
  };
};
const seconds = (second: number, trailSeconds: number | null = null) =>
  at(track, line, second * 1000, trailSeconds === null ? null : trailSeconds * 1000);

test('finds nothing before the start, and everything after the end', () => {
  expect(seconds(-1)).toEqual({ first: 0, end: 0, partialLines: [] });
  expect(seconds(5000)).toEqual({ first: 0, end: 3, partialLines: [] });
});

test('includes the first segment completely, and the second up to the marker', () => {
  const { first, end, partialLines } = seconds(600.5);
  expect([first, end, partialLines.length]).toEqual([0, 1, 1]);
  expect(partialLines[0]?.[0]).toEqual([expect.closeTo(0.0512, 9), 0]);
  expect(partialLines[0]?.at(-1)).toEqual([expect.closeTo(0.06005, 9), expect.closeTo(0.0005, 6)]);
});

test('has no line at the very start', () => {
  expect(seconds(0)).toEqual({ first: 0, end: 0, partialLines: [] });
});

test('cuts a trail within one segment at both ends', () => {
  const { first, end, partialLines } = seconds(10.5, 5);
  expect(end - first).toBe(0);
  expect(partialLines).toHaveLength(1);
  expect(partialLines[0]?.map(([lng]) => Math.round(lng * 1e6))).toEqual([
    550, 600, 700, 800, 900, 1000, 1050,
  ]);
});

test('finds nothing with a trail length of 0', () => {
  expect(seconds(600.5, 0)).toEqual({ first: 0, end: 0, partialLines: [] });
});

test('draws a partial line in the detail of its segment', () => {
  const fine = findTravelled(track, line, 100_500, null);
  const rough = findTravelled(track, line, 100_500, null, () => 254);
  // 101 vertices and the marker, compared with the first fix, the last before the marker, and the marker.
  expect([fine, rough].map(({ partialLines }) => partialLines[0]?.length)).toEqual([102, 3]);
});

test('has a partial line at each end of a trail over three segments', () => {
  const { first, end, partialLines } = seconds(1100, 1000);
  expect([first, end, partialLines.length]).toEqual([1, 2, 2]);
  expect(partialLines[0]?.[0]?.[0]).toBeCloseTo(0.01, 9);
  expect(partialLines[1]?.at(-1)?.[0]).toBeCloseTo(0.11, 9);
});

test('skips the segment before a trail that ends just after a boundary', () => {
  const { first, end, partialLines } = seconds(1100, 587.5);
  expect([first, end, partialLines.length]).toEqual([2, 2, 2]);
  expect(partialLines[0]?.[0]?.[0]).toBeCloseTo(0.05125, 9);
});

test('ends the line at the last fix before a gap, and starts again after it', () => {
  const gapped = trackOf([fix(0, 0, 0), fix(10, 0.001, 0), fix(4000, 0.002, 0), fix(4010, 0.003, 0)]);
  const segmentedLine = createTrackLine(gapped);
  expect(at(gapped, segmentedLine, 2_000_000, null)).toEqual({ first: 0, end: 1, partialLines: [] });
  expect(at(gapped, segmentedLine, 4_005_000, null).partialLines).toEqual([
    [
      [0.002, 0],
      [expect.closeTo(0.0025, 9), 0],
    ],
  ]);
});
