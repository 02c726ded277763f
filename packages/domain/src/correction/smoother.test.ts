import { expect, test } from 'vitest';
import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { type Track, trackOf } from '../tracks/track.ts';
import { Smoother } from './smoother.ts';
import { fix } from './testing/fix.ts';

const METRES = (EARTH_RADIUS * Math.PI) / 180;

function smoothed(track: Track, to = track.length - 1): Track {
  const copy = { ...track, lng: track.lng.slice(), lat: track.lat.slice() };
  new Smoother().smooth(
    copy,
    { from: 0, to, stationaryAtStart: false, stationaryAtEnd: false },
    { processNoise: 1, noiseScale: 1 },
  );
  return copy;
}

test('a small track is smoothed as least squares over all of it does', () => {
  // The most likely line for places of unknown accuracy (4.9 m), unrest 1 m²/s³ and a speed of 0 +- 100 m/s at first, solved
  // as one system of equations with NumPy 2.4.6.
  const seconds = [0, 1, 2, 4, 5, 8];
  const north = [0, 12, 18, 41, 55, 70];
  const track = smoothed(trackOf(seconds.map((second, at) => fix(second, 0, north[at]))));
  const expected = [0.855, 10.9762, 21.0334, 40.5877, 49.5955, 72.9523];
  for (const [at, metres] of expected.entries()) expect((track.lat[at] ?? 0) * METRES).toBeCloseTo(metres, 3);
});

test.each([
  ['across the antimeridian', { lng: 179.99, lat: 0 }],
  ['beside a pole', { lng: 12, lat: 89.7 }],
  ['at the equator', { lng: 0, lat: 0 }],
])('a straight way at an even speed stays what it is: %s', (_name, start) => {
  const fixes = Array.from({ length: 10_000 }, (_, at) => {
    const one = fix(at, at * 2, at, start);
    return { ...one, lng: one.lng >= 180 ? one.lng - 360 : one.lng };
  });
  // Near a pole a straight way on these degrees is a bent one: a meridian is straight.
  const straight = start.lat > 80 ? fixes.map((one) => ({ ...one, lng: start.lng })) : fixes;
  const track = trackOf(straight);
  const after = smoothed(track);
  for (let at = 0; at < track.length; at += 1) {
    expect(Math.abs((after.lat[at] ?? 0) - (track.lat[at] ?? 0)) * METRES).toBeLessThan(0.05);
    expect(Math.abs((after.lng[at] ?? 0) - (track.lng[at] ?? 0)) * METRES).toBeLessThan(0.05);
  }
});

test('where blocks meet there is no step: noise is as smooth there as elsewhere', () => {
  const noise = (at: number) => 5 * Math.sin(at * 12.9898) + 5 * Math.cos(at * 78.233);
  const smoothedTrack = trackOf(Array.from({ length: 9_000 }, (_, at) => fix(at, at * 3, noise(at))));
  const after = smoothed(smoothedTrack);
  const step = (at: number) => Math.abs((after.lat[at] ?? 0) - (after.lat[at - 1] ?? 0)) * METRES;
  const steps = Array.from({ length: 8_999 }, (_, at) => step(at + 1)).sort((a, b) => a - b);
  for (const at of [4096, 4097, 8192, 8193]) expect(step(at)).toBeLessThan((steps[8_900] ?? 0) * 1.2);
});

test('two fixes, and what lies outside the run, stay', () => {
  const track = trackOf([fix(0, 0), fix(1, 9), fix(2, 3), fix(3, 50)]);
  expect(smoothed(track, 1).lng).toEqual(track.lng);
  expect(smoothed(track, 2).lng[3]).toBe(track.lng[3]);
  expect(smoothed(track, 2).lng[1]).not.toBe(track.lng[1]);
});
