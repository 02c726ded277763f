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

test('smooths a short track like least squares over all fixes', () => {
  // The most likely line for positions of unknown accuracy (4.9 m), process noise 1 m²/s³ and an initial speed of 0 +- 100 m/s,
  // solved as one system of equations with NumPy 2.4.6.
  const seconds = [0, 1, 2, 4, 5, 8];
  const north = [0, 12, 18, 41, 55, 70];
  const track = smoothed(trackOf(seconds.map((second, at) => fix(second, 0, north[at]))));
  const expected = [0.855, 10.9762, 21.0334, 40.5877, 49.5955, 72.9523];
  for (const [at, metres] of expected.entries()) expect((track.lat[at] ?? 0) * METRES).toBeCloseTo(metres, 3);
});

test.each([
  ['across the antimeridian', { lng: 179.99, lat: 0 }],
  ['near a pole', { lng: 12, lat: 89.7 }],
  ['at the equator', { lng: 0, lat: 0 }],
])('does not change a straight line at constant speed: %s', (_name, start) => {
  const fixes = Array.from({ length: 10_000 }, (_, at) => {
    const one = fix(at, at * 2, at, start);
    return { ...one, lng: one.lng >= 180 ? one.lng - 360 : one.lng };
  });
  // Near a pole a line that is straight in degrees is curved on the ground; a meridian is straight.
  const straight = start.lat > 80 ? fixes.map((one) => ({ ...one, lng: start.lng })) : fixes;
  const track = trackOf(straight);
  const after = smoothed(track);
  for (let at = 0; at < track.length; at += 1) {
    expect(Math.abs((after.lat[at] ?? 0) - (track.lat[at] ?? 0)) * METRES).toBeLessThan(0.05);
    expect(Math.abs((after.lng[at] ?? 0) - (track.lng[at] ?? 0)) * METRES).toBeLessThan(0.05);
  }
});

test('leaves no step between blocks', () => {
  const noise = (at: number) => 5 * Math.sin(at * 12.9898) + 5 * Math.cos(at * 78.233);
  const track = trackOf(Array.from({ length: 9_000 }, (_, at) => fix(at, at * 3, noise(at))));
  const after = smoothed(track);
  const step = (at: number) => Math.abs((after.lat[at] ?? 0) - (after.lat[at - 1] ?? 0)) * METRES;
  const steps = Array.from({ length: 8_999 }, (_, at) => step(at + 1)).sort((a, b) => a - b);
  for (const at of [4096, 4097, 8192, 8193]) expect(step(at)).toBeLessThan((steps[8_900] ?? 0) * 1.2);
});

test('does not change a run of two fixes, nor fixes outside the run', () => {
  const track = trackOf([fix(0, 0), fix(1, 9), fix(2, 3), fix(3, 50)]);
  expect(smoothed(track, 1).lng).toEqual(track.lng);
  expect(smoothed(track, 2).lng[3]).toBe(track.lng[3]);
  expect(smoothed(track, 2).lng[1]).not.toBe(track.lng[1]);
});
