import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { placeLayer } from '@wakeline/domain/layers/layer-placement';
import { expect, test } from 'vitest';
import { datumsOf } from '../map-tiles/tile-datum.ts';
import { type PixelSource, TILE_SIZE } from './sample-tile.ts';
import { boundsOfCorners, tileGeometry } from './tile-geometry.ts';
import { cutTiles, type TileGeometry, zoomsOf } from './tile-pyramid.ts';

/** A picture whose red value is the column and green value the row, in steps of 8 pixels. */
function createGradient(width: number, height: number): PixelSource {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      pixels[(y * width + x) * 3] = x / 8;
      pixels[(y * width + x) * 3 + 1] = y / 8;
    }
  return { width, height, channels: 3, pixels };
}

/** Lies exactly on tiles of a zoom: its top left corner is the one of a tile, a pixel is one of a tile. */
function alignedGeometry(
  { width, height }: PixelSource,
  z: number,
  [x, y]: readonly [number, number],
): TileGeometry {
  const pixels = 2 ** z * TILE_SIZE;
  const [west, north] = [x / 2 ** z, y / 2 ** z];
  return {
    outline: [
      { x: west, y: north },
      { x: west + width / pixels, y: north },
      { x: west + width / pixels, y: north + height / pixels },
      { x: west, y: north + height / pixels },
    ],
    toPixel: (point) => ({ x: (point.x - west) * pixels, y: (point.y - north) * pixels }),
  };
}

const at = (pixels: Uint8Array, x: number, y: number) => [
  ...pixels.subarray((y * TILE_SIZE + x) * 4, (y * TILE_SIZE + x) * 4 + 4),
];

test('cuts the finest tiles from the picture and coarser ones from four tiles each', () => {
  const source = createGradient(1024, 1024);
  const geometry = alignedGeometry(source, 10, [600, 400]);
  const tiles = [...cutTiles(source, geometry, { min: 8, max: 10 })];
  // By hand: 2 by 2 tiles, above them one, above that one.
  expect(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`).sort()).toEqual([
    '10/600/400',
    '10/600/401',
    '10/601/400',
    '10/601/401',
    '8/150/100',
    '9/300/200',
  ]);
  const find = (z: number, x: number, y: number) =>
    tiles.find((tile) => tile.z === z && tile.x === x && tile.y === y);
  const finest = find(10, 601, 401)?.pixels ?? new Uint8Array();
  // Pixel 100, 200 of the last tile is pixel 612, 712 of the picture: 612 / 8 = 76.5, stored as 76, and 712 / 8 = 89.
  expect(at(finest, 100, 200)).toEqual([76, 89, 0, 255]);
  const coarser = find(9, 300, 200)?.pixels ?? new Uint8Array();
  // Pixels 612 to 613 by 712 to 713 of the picture, all 76 and 89.
  expect(at(coarser, 306, 356)).toEqual([76, 89, 0, 255]);
  const coarsest = find(8, 150, 100)?.pixels ?? new Uint8Array();
  expect(at(coarsest, 255, 255)[3]).toBe(255);
  // The picture covers a quarter of this tile.
  expect(at(coarsest, 256, 100)).toEqual([0, 0, 0, 0]);
  expect(tiles.at(-1)?.progress).toBe(1);
});

test('samples between pixels', () => {
  // Black and white columns of one pixel, shifted by a quarter of a pixel.
  const pixels = new Uint8Array(512 * 512 * 3).map((_, index) => (Math.floor(index / 3) % 2 === 0 ? 0 : 200));
  const source: PixelSource = { width: 512, height: 512, channels: 3, pixels };
  const aligned = alignedGeometry(source, 4, [8, 8]);
  const shifted = {
    ...aligned,
    toPixel: (point: { x: number; y: number }) => ({
      ...aligned.toPixel(point),
      x: aligned.toPixel(point).x + 0.25,
    }),
  };
  const [tile] = [...cutTiles(source, shifted, { min: 4, max: 4 })];
  // By hand: 0.75 * 0 + 0.25 * 200 and 0.75 * 200 + 0.25 * 0.
  expect(at(tile?.pixels ?? new Uint8Array(), 10, 10)).toEqual([50, 50, 50, 255]);
  expect(at(tile?.pixels ?? new Uint8Array(), 11, 10)).toEqual([150, 150, 150, 255]);
});

test('keeps the colours of opaque pixels beside transparent ones', () => {
  // Left half red and opaque, right half green and transparent.
  const pixels = new Uint8Array(512 * 512 * 4);
  for (let index = 0; index < 512 * 512; index += 1)
    pixels.set(index % 512 < 256 ? [250, 0, 0, 255] : [0, 250, 0, 0], index * 4);
  const source: PixelSource = { width: 512, height: 512, channels: 4, pixels };
  const tiles = [...cutTiles(source, alignedGeometry(source, 4, [8, 8]), { min: 3, max: 4 })];
  const [finest, coarser] = tiles.map((tile) => tile.pixels);
  expect(at(finest ?? new Uint8Array(), 255, 10)).toEqual([250, 0, 0, 255]);
  expect(at(finest ?? new Uint8Array(), 256, 10)).toEqual([0, 0, 0, 0]);
  expect(at(coarser ?? new Uint8Array(), 127, 10)).toEqual([250, 0, 0, 255]);
  expect(at(coarser ?? new Uint8Array(), 128, 10)).toEqual([0, 0, 0, 0]);
});

test('selects the zooms of a picture by its resolution', () => {
  // By hand: a pixel of 1/512 of a tile at zoom 10 is zoom 10; 2^0.2 finer still, 2^0.3 finer zoom 11.
  const source = createGradient(512, 512);
  const geometry = alignedGeometry(source, 10, [600, 400]);
  const finer = (factor: number) => ({ width: 512 * factor, height: 512 * factor });
  expect(zoomsOf(geometry, source).max).toBe(10);
  expect(zoomsOf(geometry, finer(2 ** 0.2)).max).toBe(10);
  expect(zoomsOf(geometry, finer(2 ** 0.3)).max).toBe(11);
  // It fits one tile at zoom 10, and is 32 pixels wide four zooms above.
  expect(zoomsOf(geometry, source).min).toBe(6);
});

/** A map of 1 km on the equator, inside the region of GCJ-02. */
function placeAt(lng: number) {
  const placement = placeLayer({
    width: 1000,
    height: 1000,
    layerPoints: [
      { x: 0, y: 0 },
      { x: 1000, y: 0 },
      { x: 0, y: 1000 },
    ],
    mapPoints: [
      [lng, 30],
      [lng + 0.01, 30],
      [lng, 29.99],
    ],
  });
  if (typeof placement === 'string') throw new Error(placement);
  return placement;
}

test('shifts the tiles of base layers in GCJ-02', () => {
  const placement = placeAt(110);
  const size = { width: 1000, height: 1000 };
  const wgs84 = tileGeometry(placement, size, 'wgs84');
  const gcj02 = tileGeometry(placement, size, 'gcj02');
  const corner = wgs84.toPixel({ x: mercatorX(110), y: mercatorY(30) });
  expect(corner.x).toBeCloseTo(0, 3);
  expect(corner.y).toBeCloseTo(0, 3);
  // GCJ-02 of 110, 30 by the published formula in Python 3: 110.0048578, 29.9973961.
  const shifted = gcj02.toPixel({ x: mercatorX(110.0048578), y: mercatorY(29.9973961) });
  expect(Math.abs(shifted.x)).toBeLessThan(0.1);
  expect(Math.abs(shifted.y)).toBeLessThan(0.1);
  expect(gcj02.outline[0]?.x).toBeCloseTo(mercatorX(110.0048578), 8);
});

test('finds pictures in the region of GCJ-02', () => {
  const inGcj02 = (placement: Parameters<typeof boundsOfCorners>[0]) =>
    datumsOf(boundsOfCorners(placement)).includes('gcj02');
  expect(inGcj02(placeAt(110))).toBe(true);
  expect(inGcj02(placeAt(71.999))).toBe(true);
  expect(inGcj02(placeAt(71.9))).toBe(false);
  expect(inGcj02(placeAt(470))).toBe(true);
});
