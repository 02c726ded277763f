import type { PlanePoint } from '@wakeline/domain/layers/affine';
import type { PictureSize } from './decode-picture.ts';
import { type PixelSource, sampleTile, TILE_SIZE } from './sample-tile.ts';

const WHITE = 255;

/**
 * Draws a picture into another plane, on white. `toPixel`: from pixels of the result to those of the picture, both from the
 * outer edge of the top left one; NaN: none. Returns red, green and blue.
 */
export function warpPicture(
  source: PixelSource,
  { width, height }: PictureSize,
  toPixel: (point: PlanePoint) => PlanePoint,
): Uint8Array {
  const warped = new Uint8Array(width * height * 3).fill(WHITE);
  for (let top = 0; top < height; top += TILE_SIZE)
    for (let left = 0; left < width; left += TILE_SIZE) {
      const tile = sampleTile(source, ({ x, y }) =>
        toPixel({ x: left + x * TILE_SIZE, y: top + y * TILE_SIZE }),
      );
      if (tile !== null) copyOnWhite(tile, warped, { left, top, width, height });
    }
  return warped;
}

interface TilePlace extends PictureSize {
  readonly left: number;
  readonly top: number;
}

function copyOnWhite(tile: Uint8Array, warped: Uint8Array, { left, top, width, height }: TilePlace): void {
  const [columns, rows] = [Math.min(TILE_SIZE, width - left), Math.min(TILE_SIZE, height - top)];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const from = (row * TILE_SIZE + column) * 4;
      const to = ((top + row) * width + left + column) * 3;
      const alpha = (tile[from + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel += 1)
        warped[to + channel] = Math.round(WHITE + ((tile[from + channel] ?? 0) - WHITE) * alpha);
    }
}
