import { expect, test } from 'vitest';
import { createElevation, tilesAt } from './elevation-grid.ts';

const ZOOMS = { minZoom: 0, maxZoom: 15 };

test('needs the tiles that contain the positions', () => {
  // Zoom 13 has 8,192 tiles of 0.0439 degrees: 0, 0 begins tile 4096, 4096.
  expect(
    tilesAt(ZOOMS, [
      [0.01, -0.01],
      [0.03, -0.01],
      [0.05, -0.01],
    ]),
  ).toEqual([
    { z: 13, x: 4096, y: 4096 },
    { z: 13, x: 4097, y: 4096 },
  ]);
  expect(tilesAt({ minZoom: 0, maxZoom: 10 }, [[0.01, -0.01]])).toEqual([{ z: 10, x: 512, y: 512 }]);
});

test('takes a coarser zoom for a large event', () => {
  const positions = Array.from({ length: 200 }, (_, index) => [index * 0.05, -0.01] as const);
  const tiles = tilesAt(ZOOMS, positions);
  expect(tiles.length).toBeLessThanOrEqual(64);
  // 9.95 degrees: at zoom 11 tiles are 0.1758 degrees wide, 57 of them.
  expect(tiles[0]?.z).toBe(11);
});

test('reads heights of both encodings at the pixel of a position', () => {
  const tile = { z: 0, x: 0, y: 0 };
  // Two by two pixels; the lower right one is set.
  const pixels = (red: number, green: number, blue: number) => {
    const data = new Uint8ClampedArray(16);
    data.set([red, green, blue, 255], 12);
    return new Map([[tile, { size: 2, data }]]);
  };
  // 128 * 256 + 100 + 128 / 256 - 32,768 = 100.5.
  const terrarium = createElevation(pixels(128, 100, 128), 'terrarium');
  expect(terrarium([90, -45])).toBe(100.5);
  expect(terrarium([-90, 45])).toBe(-32_768);
  // (1 * 65,536 + 138 * 256 + 136) / 10 - 10,000 = 100.
  expect(createElevation(pixels(1, 138, 136), 'mapbox')([90, -45])).toBe(100);
});

test('knows no height outside of its tiles', () => {
  const data = new Uint8ClampedArray(4);
  const elevation = createElevation(
    new Map([
      [
        { z: 13, x: 4096, y: 4096 },
        { size: 1, data },
      ],
    ]),
    'mapbox',
  );
  expect(elevation([0.01, -0.01])).toBe(-10_000);
  expect(elevation([1, 1])).toBeNull();
});
