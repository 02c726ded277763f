import { latFromMercator, lngFromMercator, mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { LayerCorners, LayerPlacement } from '@wakeline/domain/layers/layer-placement';

/** Longer side of the preview in pixels, and the cells between which the transformation is interpolated. */
const PREVIEW_SIDE = 1_024;
const CELL = 16;
/** Points along each edge of the picture that determine its extent on the map. */
const EDGE_STEPS = 16;

/** A picture that is drawn by the corners of its extent, with north at the top. */
export interface WarpedPreview extends LayerCorners {
  readonly image: ImageData;
}

/** The extent of a picture on the square of the web map. */
function extentOf(placement: LayerPlacement, width: number, height: number) {
  const steps = Array.from({ length: EDGE_STEPS + 1 }, (_, index) => index / EDGE_STEPS);
  const outline = steps.flatMap((t) => [
    { x: t * width, y: 0 },
    { x: t * width, y: height },
    { x: 0, y: t * height },
    { x: width, y: t * height },
  ]);
  const positions = outline.map((pixel) => placement.toLngLat(pixel));
  const [xs, ys] = [positions.map(([lng]) => mercatorX(lng)), positions.map(([, lat]) => mercatorY(lat))];
  return { west: Math.min(...xs), north: Math.min(...ys), east: Math.max(...xs), south: Math.max(...ys) };
}

/**
 * Draws a picture as its placement transforms it, for placements that four corners do not describe.
 *
 * @param pixels the picture, in any resolution
 * @param size its width and height in the unit of the placement
 */
export function warpPreview(
  pixels: ImageData,
  placement: LayerPlacement,
  size: { readonly width: number; readonly height: number },
): WarpedPreview {
  const { west, north, east, south } = extentOf(placement, size.width, size.height);
  const scale = PREVIEW_SIDE / Math.max(east - west, south - north);
  const columns = Math.max(1, Math.ceil(((east - west) * scale) / CELL));
  const rows = Math.max(1, Math.ceil(((south - north) * scale) / CELL));
  const image = new ImageData(columns * CELL, rows * CELL);
  const sourceAt = (column: number, row: number) => {
    const lng = lngFromMercator(west + (column * CELL) / scale);
    const lat = latFromMercator(north + (row * CELL) / scale);
    const { x, y } = placement.toPixel([lng, lat]);
    return { x: (x * pixels.width) / size.width, y: (y * pixels.height) / size.height };
  };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      drawCell(pixels, image, {
        left: column * CELL,
        top: row * CELL,
        corners: [
          sourceAt(column, row),
          sourceAt(column + 1, row),
          sourceAt(column, row + 1),
          sourceAt(column + 1, row + 1),
        ],
      });
  const corner = (x: number, y: number): [number, number] => [
    lngFromMercator(west + (x * image.width) / scale),
    latFromMercator(north + (y * image.height) / scale),
  ];
  return {
    image,
    northwest: corner(0, 0),
    northeast: corner(1, 0),
    southeast: corner(1, 1),
    southwest: corner(0, 1),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Cell {
  readonly left: number;
  readonly top: number;
  /** In pixels of the source: top left, top right, bottom left, bottom right. */
  readonly corners: readonly [Point, Point, Point, Point];
}

/** Copies the nearest pixels of the source. Comparisons with NaN are false, so that nothing is copied there. */
function drawCell(source: ImageData, image: ImageData, { left, top, corners }: Cell): void {
  const [a, b, c, d] = corners;
  const from = new Uint32Array(source.data.buffer);
  const to = new Uint32Array(image.data.buffer);
  for (let dy = 0; dy < CELL; dy += 1) {
    const down = (dy + 0.5) / CELL;
    const [startX, startY] = [a.x + (c.x - a.x) * down, a.y + (c.y - a.y) * down];
    const [endX, endY] = [b.x + (d.x - b.x) * down, b.y + (d.y - b.y) * down];
    for (let dx = 0; dx < CELL; dx += 1) {
      const right = (dx + 0.5) / CELL;
      const x = startX + (endX - startX) * right;
      const y = startY + (endY - startY) * right;
      if (x >= 0 && y >= 0 && x < source.width && y < source.height)
        to[(top + dy) * image.width + left + dx] = from[Math.floor(y) * source.width + Math.floor(x)] ?? 0;
    }
  }
}
