import { type PixelSource, sampleTile, TILE_SIZE } from './sample-tile.ts';

/** A position on the square of the web map, 0 to 1, continued beyond the antimeridian. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** Where the picture lies on the square of a map. */
export interface TileGeometry {
  /** The pixel at a position: 0, 0 is the outer edge of the top left one. NaN: none. */
  readonly toPixel: (point: MapPoint) => MapPoint;
  /** Positions along the outline of the picture. */
  readonly outline: readonly MapPoint[];
}

export interface ZoomRange {
  readonly min: number;
  readonly max: number;
}

/** A tile with content. */
export interface PictureTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** Red, green, blue and alpha of 512 by 512 pixels. */
  readonly pixels: Uint8Array;
  /** Of the complete pyramid so far, from 0 to 1. */
  readonly progress: number;
}

/** Beyond this zoom no map is drawn (specification, section 8: 21). */
const MAX_ZOOM = 22;
/** Up to this factor (2^0.25), tiles are coarser than the picture instead of much finer. */
const COARSER_ZOOM = 0.25;

interface Box {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

function boxOf(outline: readonly MapPoint[]): Box {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  return { west: Math.min(...xs), north: Math.min(...ys), east: Math.max(...xs), south: Math.max(...ys) };
}

/** Area inside an outline (the shoelace formula). */
function areaOf(outline: readonly MapPoint[]): number {
  const [first = { x: 0, y: 0 }] = outline;
  return Math.abs(
    outline.reduce((sum, { x, y }, index) => {
      const next = outline[(index + 1) % outline.length] ?? first;
      return sum + ((x - first.x) * (next.y - first.y) - (next.x - first.x) * (y - first.y)) / 2;
    }, 0),
  );
}

/** Coarser zooms at which the picture is only a part of a tile: without tiles, a map draws nothing. */
const SMALLER_ZOOMS = 4;

/** From the zoom of the picture's resolution down to the one at which it is 16 to 32 pixels large. */
export function zoomsOf(
  { outline }: TileGeometry,
  { width, height }: Pick<PixelSource, 'width' | 'height'>,
): ZoomRange {
  const { west, north, east, south } = boxOf(outline);
  const pixelSide = Math.sqrt(areaOf(outline) / (width * height));
  const exact = Math.log2(1 / (pixelSide * TILE_SIZE));
  const max = clampZoom(Math.ceil(exact - COARSER_ZOOM));
  const min = clampZoom(Math.floor(Math.log2(1 / Math.max(east - west, south - north))) - SMALLER_ZOOMS);
  return { min: Math.min(min, max), max };
}

function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(0, zoom));
}

/**
 * Cuts a picture into tiles: the finest zoom samples the picture, each coarser one averages four tiles. Tiles without content
 * are left out. The pixels of a tile are read again for the coarser one, so they must not be changed.
 */
export function* cutTiles(
  source: PixelSource,
  geometry: TileGeometry,
  zooms: ZoomRange,
): Generator<PictureTile, void> {
  const box = boxOf(geometry.outline);
  const finest = 2 ** zooms.max;
  const total = Math.ceil((box.south - box.north) * finest) * Math.ceil((box.east - box.west) * finest);
  let visited = 0;

  function* build(z: number, x: number, y: number): Generator<PictureTile, Uint8Array | null> {
    const size = 1 / 2 ** z;
    const isOutside =
      x * size >= box.east ||
      (x + 1) * size <= box.west ||
      y * size >= box.south ||
      (y + 1) * size <= box.north;
    if (isOutside) return null;
    let pixels: Uint8Array | null;
    if (z === zooms.max) {
      pixels = sampleTile(source, (point) =>
        geometry.toPixel({ x: (x + point.x) * size, y: (y + point.y) * size }),
      );
      visited += 1;
    } else pixels = yield* buildFromFiner(z, x, y);
    if (pixels !== null) yield { z, x, y, pixels, progress: Math.min(1, visited / total) };
    return pixels;
  }

  function* buildFromFiner(z: number, x: number, y: number): Generator<PictureTile, Uint8Array | null> {
    let pixels: Uint8Array | null = null;
    for (const [dx, dy] of QUARTERS) {
      const finer = yield* build(z + 1, x * 2 + dx, y * 2 + dy);
      if (finer === null) continue;
      pixels ??= new Uint8Array(TILE_SIZE * TILE_SIZE * 4);
      averageInto(pixels, finer, { dx, dy });
    }
    return pixels;
  }

  const size = 2 ** zooms.min;
  for (let y = Math.floor(box.north * size); y < box.south * size; y += 1)
    for (let x = Math.floor(box.west * size); x < box.east * size; x += 1) yield* build(zooms.min, x, y);
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Writes a tile with half its width into a quarter of a coarser one: the mean of four pixels, by their alpha. */
function averageInto(
  coarser: Uint8Array,
  finer: Uint8Array,
  { dx, dy }: { readonly dx: number; readonly dy: number },
): void {
  const half = TILE_SIZE / 2;
  const row = TILE_SIZE * 4;
  for (let y = 0; y < half; y += 1) {
    let to = ((dy * half + y) * TILE_SIZE + dx * half) * 4;
    let from = y * 2 * row;
    for (let x = 0; x < half; x += 1, to += 4, from += 8) {
      const [a, b, c, d] = [from, from + 4, from + row, from + row + 4];
      const [wa, wb, wc, wd] = [
        finer[a + 3] as number,
        finer[b + 3] as number,
        finer[c + 3] as number,
        finer[d + 3] as number,
      ];
      const sum = wa + wb + wc + wd;
      if (sum === 0) continue;
      for (let k = 0; k < 3; k += 1)
        coarser[to + k] =
          ((finer[a + k] as number) * wa +
            (finer[b + k] as number) * wb +
            (finer[c + k] as number) * wc +
            (finer[d + k] as number) * wd) /
            sum +
          0.5;
      coarser[to + 3] = sum / 4 + 0.5;
    }
  }
}
