import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { expect, test } from 'vitest';
import { GLIDE_MS, isWorthGliding, SPREAD_MS } from './glide.ts';

const at = (lng: number, lat = 0) => ({ x: mercatorX(lng), y: mercatorY(lat) });

test('reaches the fix, and the places of the specification, within 200 ms', () => {
  expect(GLIDE_MS).toBeLessThan(200);
  expect(SPREAD_MS).toBe(200);
});

test('skips invisible moves and jumps', () => {
  // At zoom 10 a pixel is 360 / (512 * 1024) = 0.000687 degrees.
  expect(isWorthGliding(at(10), at(10.0005), 10)).toBe(false);
  expect(isWorthGliding(at(10), at(10.01), 10)).toBe(true);
  expect(isWorthGliding(at(10), at(11), 10)).toBe(false);
});

test('takes the short way across the antimeridian', () => {
  expect(isWorthGliding(at(179.99), at(-179.99), 10)).toBe(true);
});
