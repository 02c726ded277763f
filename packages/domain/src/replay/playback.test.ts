import { expect, test } from 'vitest';
import { type TrackFix, trackOf } from '../tracks/track.ts';
import { indexAt, interpolateCourse, positionAtTime } from './playback.ts';

function fix(time: number, lng: number, lat: number, dir: number | null, speed: number | null): TrackFix {
  return { time, lng, lat, dir, speed, distant: 0, power: null, gsm: null, gps: null, height: null };
}

const track = trackOf([
  fix(100_000, 10, 0, 350, 20),
  fix(110_000, 10.001, 0, 10, 40),
  fix(120_000, 10.002, 0, null, 40),
  fix(1_000_000, 11, 0, 90, 30),
  fix(1_010_000, 11.001, 0, 90, 30),
]);

test('finds the last fix at or before a time', () => {
  expect([99_999, 100_000, 109_999, 110_000, 2_000_000].map((t) => indexAt(track, t))).toEqual([
    -1, 0, 0, 1, 4,
  ]);
});

test('interpolates between two fixes, turning the short way through north', () => {
  const position = positionAtTime(track, 102_500);
  expect(position?.lng).toBeCloseTo(10.00025, 9);
  expect(position?.course).toBeCloseTo(355, 4);
  expect(position?.speed).toBeCloseTo(25, 4);
  expect(position).toMatchObject({ index: 0, isGap: false });
});

test('keeps the course if the next fix has none', () => {
  expect(positionAtTime(track, 115_000)?.course).toBe(10);
});

test('stays at the last fix during a gap and marks it', () => {
  expect(positionAtTime(track, 500_000)).toMatchObject({ lng: 10.002, index: 2, isGap: true, course: null });
  expect(positionAtTime(track, 120_000)).toMatchObject({ index: 2, isGap: false });
});

test('clamps to the ends of the track and returns null for an empty one', () => {
  expect(positionAtTime(track, 0)).toMatchObject({ lng: 10, index: 0, isGap: false });
  expect(positionAtTime(track, 9e9)).toMatchObject({ lng: 11.001, index: 4, isGap: false });
  expect(positionAtTime(trackOf([]), 0)).toBeNull();
});

test('interpolates across the antimeridian the short way', () => {
  const crossing = trackOf([fix(0, 179.99, 0, 90, 30), fix(100_000, -179.97, 0, 90, 30)]);
  expect(positionAtTime(crossing, 50_000)?.lng).toBeCloseTo(-179.99, 9);
});

test('interpolates courses the short way', () => {
  expect(interpolateCourse(350, 10, 0.5)).toBeCloseTo(0, 9);
  expect(interpolateCourse(10, 350, 0.25)).toBeCloseTo(5, 9);
  expect(interpolateCourse(90, 270, 0.5)).toBeCloseTo(180, 9);
  expect(interpolateCourse(0, 359, 1)).toBeCloseTo(359, 9);
});
