import { beforeEach, expect, test, vi } from 'vitest';
import { getFirstArea, writeCamera } from './stored-camera.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test('covers the map around its stored camera, and around the initial view without one', () => {
  // At zoom 4 the world is 8,192 pixels wide: 1,024 pixels are 45 degrees.
  const { bounds, zoom } = getFirstArea('first', { width: 1_024, height: 512 });
  expect(zoom).toBe(4);
  expect(bounds.west).toBeCloseTo(110.49 - 45, 9);
  expect(bounds.east).toBeCloseTo(110.49 + 45, 9);
  expect(bounds.south).toBeLessThan(24.78);
  expect(bounds.north).toBeGreaterThan(24.78);

  writeCamera('live', { center: { lng: 10, lat: 0 }, zoom: 2.9 });
  const world = getFirstArea('live', { width: 9_000, height: 9_000 });
  expect(world.zoom).toBe(2);
  expect(world.bounds.west).toBeCloseTo(-170, 9);
  expect(world.bounds.east).toBeCloseTo(190, 9);
  // The edges of the square of the web map.
  expect(world.bounds.north).toBeCloseTo(85.0511, 4);
  expect(world.bounds.south).toBeCloseTo(-85.0511, 4);
});
