import type { PlanePoint } from '@wakeline/domain/layers/affine';

/** A picture in memory. */
export interface PixelSource {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, and alpha if there are four. */
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
}

export const TILE_SIZE = 512;

/** Positions between which the transformation is interpolated, in pixels of the tile. */
const CELL = 16;
const CELLS = TILE_SIZE / CELL;

/**
 * Samples a picture bilinearly for one tile: red, green, blue and alpha. `toPixel`: from the square of the tile, 0 to 1, to the
 * pixel of the picture, where 0, 0 is the outer edge of the top left one; NaN: none. Null if nothing of it is in the tile.
 */
export function sampleTile(
  source: PixelSource,
  toPixel: (point: PlanePoint) => PlanePoint,
): Uint8Array | null {
  const side = CELLS + 1;
  const [us, vs] = [new Float64Array(side * side), new Float64Array(side * side)];
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const pixel = toPixel({ x: column / CELLS, y: row / CELLS });
      us[row * side + column] = pixel.x;
      vs[row * side + column] = pixel.y;
      // Comparisons with NaN are false.
      if (pixel.x < west) west = pixel.x;
      if (pixel.x > east) east = pixel.x;
      if (pixel.y < north) north = pixel.y;
      if (pixel.y > south) south = pixel.y;
    }
  if (!(east > 0 && west < source.width && south > 0 && north < source.height)) return null;
  const pixels = new Uint8Array(TILE_SIZE * TILE_SIZE * 4);
  let hasContent = false;
  for (let row = 0; row < CELLS; row += 1)
    for (let column = 0; column < CELLS; column += 1) {
      const at = row * side + column;
      const corners = [at, at + 1, at + side, at + side + 1].map((index) => ({
        u: us[index] ?? 0,
        v: vs[index] ?? 0,
      }));
      if (sampleCell(source, pixels, { row, column, corners })) hasContent = true;
    }
  return hasContent ? pixels : null;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  /** Pixels of the picture at its corners: top left, top right, bottom left, bottom right. */
  readonly corners: readonly { readonly u: number; readonly v: number }[];
}

/** Samples one cell. Returns whether it has content. */
function sampleCell(source: PixelSource, pixels: Uint8Array, { row, column, corners }: Cell): boolean {
  const [topLeft, topRight, bottomLeft, bottomRight] = corners;
  if (!topLeft || !topRight || !bottomLeft || !bottomRight) return false;
  if (corners.some(({ u, v }) => Number.isNaN(u) || Number.isNaN(v))) return false;
  let hasContent = false;
  for (let dy = 0; dy < CELL; dy += 1) {
    const down = (dy + 0.5) / CELL;
    const startU = topLeft.u + (bottomLeft.u - topLeft.u) * down;
    const startV = topLeft.v + (bottomLeft.v - topLeft.v) * down;
    const stepU = (topRight.u + (bottomRight.u - topRight.u) * down - startU) / CELL;
    const stepV = (topRight.v + (bottomRight.v - topRight.v) * down - startV) / CELL;
    let to = ((row * CELL + dy) * TILE_SIZE + column * CELL) * 4;
    for (let dx = 0; dx < CELL; dx += 1, to += 4) {
      const u = startU + stepU * (dx + 0.5);
      const v = startV + stepV * (dx + 0.5);
      if (u < 0 || v < 0 || u >= source.width || v >= source.height) continue;
      if (sample(source, u - 0.5, v - 0.5, pixels, to)) hasContent = true;
    }
  }
  return hasContent;
}

/**
 * Writes the bilinear mean of the four pixels around a position, whose centres are whole numbers. Returns whether it is
 * visible.
 */
function sample(source: PixelSource, u: number, v: number, to: Uint8Array, at: number): boolean {
  const { width, height, channels, pixels } = source;
  const left = u < 0 ? 0 : Math.floor(u);
  const top = v < 0 ? 0 : Math.floor(v);
  const fx = u < 0 ? 0 : u - left;
  const fy = v < 0 ? 0 : v - top;
  const right = left + 1 < width ? channels : 0;
  const below = top + 1 < height ? width * channels : 0;
  const a = (top * width + left) * channels;
  const [b, c] = [a + right, a + below];
  const d = c + right;
  const [wb, wc, wd] = [fx * (1 - fy), (1 - fx) * fy, fx * fy];
  const wa = 1 - wb - wc - wd;
  if (channels === 3) {
    for (let k = 0; k < 3; k += 1)
      to[at + k] =
        (pixels[a + k] as number) * wa +
        (pixels[b + k] as number) * wb +
        (pixels[c + k] as number) * wc +
        (pixels[d + k] as number) * wd +
        0.5;
    to[at + 3] = 255;
    return true;
  }
  // Colours of transparent pixels do not count.
  const [aa, ab, ac, ad] = [
    (pixels[a + 3] as number) * wa,
    (pixels[b + 3] as number) * wb,
    (pixels[c + 3] as number) * wc,
    (pixels[d + 3] as number) * wd,
  ];
  const alpha = aa + ab + ac + ad;
  if (alpha < 0.5) return false;
  for (let k = 0; k < 3; k += 1)
    to[at + k] =
      ((pixels[a + k] as number) * aa +
        (pixels[b + k] as number) * ab +
        (pixels[c + k] as number) * ac +
        (pixels[d + k] as number) * ad) /
        alpha +
      0.5;
  to[at + 3] = alpha + 0.5;
  return true;
}
