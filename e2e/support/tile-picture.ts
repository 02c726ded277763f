import type { Colour } from './pixels.ts';
import { png } from './png.ts';

export const TILE_SIZE = 256;
/** Each digit and the slash, 3 wide and 5 high, as rows of bits. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 1, 1],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '/': [1, 1, 2, 4, 4],
};
const DOT_SIZE = 2;
const STEP = 4 * DOT_SIZE;
const MARGIN = 6;

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/**
 * A tile that shows its index as text in the corner and encodes it in each pixel: red is the column and green the row of the
 * pixel in its tile; blue is the layer (two bits) and the tile's column and row modulo eight.
 */
export function tilePicture(layer: number, { z, x, y }: Tile): Buffer {
  const text = `${z}/${x}/${y}`;
  const blue = layer * 64 + (x % 8) * 8 + (y % 8);
  return png(TILE_SIZE, TILE_SIZE, (column, row) =>
    isInk(text, column - MARGIN, row - MARGIN) ? [255, 255, 255] : [column, row, blue],
  );
}

function isInk(text: string, column: number, row: number): boolean {
  if (column < 0 || row < 0) return false;
  const bits = GLYPHS[text[Math.floor(column / STEP)] ?? '']?.[Math.floor(row / DOT_SIZE)] ?? 0;
  const bit = Math.floor((column % STEP) / DOT_SIZE);
  return bit < 3 && ((bits >> (2 - bit)) & 1) === 1;
}

/** The values encoded in a pixel of such a tile. */
export interface TilePixel {
  readonly layer: number;
  readonly column: number;
  readonly row: number;
  /** Of the tile, modulo eight. */
  readonly x: number;
  readonly y: number;
}

export function readTilePixel([red, green, blue]: Colour): TilePixel {
  return { layer: blue >> 6, column: red, row: green, x: (blue >> 3) & 7, y: blue & 7 };
}

/**
 * The tile and pixel of a point on tiles of 256 pixels, by the formula of the OpenStreetMap wiki (page "Slippy map tilenames",
 * with the fractions kept).
 */
export function tilePixelOf(lat: number, lng: number, z: number): Tile & { column: number; row: number } {
  const n = 2 ** z;
  const radians = (lat * Math.PI) / 180;
  const x = ((lng + 180) / 360) * n;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * n;
  return {
    z,
    x: Math.floor(x),
    y: Math.floor(y),
    column: (x - Math.floor(x)) * TILE_SIZE,
    row: (y - Math.floor(y)) * TILE_SIZE,
  };
}
