import { expect, test } from 'vitest';
import { GLIDE_MS, glideAt, isFinished, isWorthGliding, SPREAD_MS } from './glide.ts';

const glide = { from: { lng: 10, lat: 0 }, to: { lng: 10.001, lat: 0 }, start: 1000, duration: GLIDE_MS };

test('starts at the marker, ends at the fix, and never overshoots', () => {
  expect(glideAt(glide, 1000)).toEqual(glide.from);
  expect(glideAt(glide, 1000 + GLIDE_MS)).toEqual(glide.to);
  expect(glideAt(glide, 5000)).toEqual(glide.to);
  // Half of the time covers three quarters of the distance: 1 - 0.5^2.
  expect(glideAt(glide, 1000 + GLIDE_MS / 2).lng).toBeCloseTo(10.00075, 9);
  expect(isFinished(glide, 1000 + GLIDE_MS - 1)).toBe(false);
  expect(isFinished(glide, 1000 + GLIDE_MS)).toBe(true);
});

test('spreads markers in the 200 ms of the specification', () => {
  expect(SPREAD_MS).toBe(200);
  const spread = { ...glide, duration: SPREAD_MS };
  expect(isFinished(spread, 1199)).toBe(false);
  expect(isFinished(spread, 1200)).toBe(true);
});

test('skips invisible moves and jumps', () => {
  // At zoom 10 a pixel is 360 / (512 * 1024) = 0.000687 degrees.
  expect(isWorthGliding(glide.from, { lng: 10.0005, lat: 0 }, 10)).toBe(false);
  expect(isWorthGliding(glide.from, { lng: 10.01, lat: 0 }, 10)).toBe(true);
  expect(isWorthGliding(glide.from, { lng: 11, lat: 0 }, 10)).toBe(false);
});

test('takes the short way across the antimeridian', () => {
  expect(isWorthGliding({ lng: 179.99, lat: 0 }, { lng: -179.99, lat: 0 }, 10)).toBe(true);
});
