import { levelOf } from '@wakeline/domain/tracks/significance';
import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import { expect, test } from 'vitest';
import { chooseLevel, findSegments, segmentBoxes } from './segments-in-view.ts';

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

// 1,200 fixes eastwards along the parallel of 10 degrees, in zigzag steps of 111 m: segments 0..512, 512..1024,
// 1024..1199.
const track = trackOf(Array.from({ length: 1200 }, (_, i) => fix(i, i * 1e-3, 10 + (i % 2) * 1e-3)));
const line = createTrackLine(track);
const all = [0, 1, 2].map((segment) => ({ line, segment }));

test('finds the segments that cross an area', () => {
  const boxes = segmentBoxes(line);
  expect([...boxes].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
    0, 10, 0.512, 10.001, 0.512, 10, 1.024, 10.001, 1.024, 10, 1.199, 10.001,
  ]);
  const inArea = (west: number, east: number, south = 9, north = 11) =>
    findSegments(boxes, { west, south, east, north });
  expect(inArea(-1, 2)).toEqual([0, 1, 2]);
  expect(inArea(0.6, 0.7)).toEqual([1]);
  expect(inArea(0.6, 1.1)).toEqual([1, 2]);
  expect(inArea(0.6, 0.7, 10.5)).toEqual([]);
  expect(inArea(1.3, 1.4)).toEqual([]);
});

test('finds segments for an area on another copy of the world', () => {
  const boxes = segmentBoxes(line);
  expect(findSegments(boxes, { west: 360.6, south: 9, east: 360.7, north: 11 })).toEqual([1]);
  expect(findSegments(boxes, { west: -359.4, south: 9, east: -359.3, north: 11 })).toEqual([1]);
});

test('finds a track across the antimeridian from both sides', () => {
  const pacific = trackOf([0, 1, 2, 3].map((i) => fix(i * 10, (i < 2 ? 179.998 : -180.002) + i * 1e-3, 0)));
  const boxes = segmentBoxes(createTrackLine(pacific));
  expect(findSegments(boxes, { west: 179.99, south: -1, east: 179.9985, north: 1 })).toEqual([0]);
  expect(findSegments(boxes, { west: -180.0005, south: -1, east: -179.9, north: 1 })).toEqual([0]);
  expect(findSegments(boxes, { west: -179.9, south: -1, east: -179.8, north: 1 })).toEqual([]);
});

test('keeps the requested detail for few fixes, and only significant ones of many', () => {
  expect(chooseLevel(all, levelOf(1), 2_000)).toBe(levelOf(1));
  const rough = chooseLevel(all, levelOf(1), 500);
  expect(rough).toBeGreaterThan(levelOf(50));
});
