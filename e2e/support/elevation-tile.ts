import { png } from './png.ts';
import { TILE_SIZE, type Tile } from './tile-picture.ts';

/** Metres above sea level at a point, in degrees. */
export type Heights = (lng: number, lat: number) => number;

/**
 * An elevation tile in the terrarium encoding (Mapzen, "Terrain tiles", format documentation): metres are
 * red * 256 + green + blue / 256 - 32768.
 */
export function elevationTile({ z, x, y }: Tile, heights: Heights): Buffer {
  const n = 2 ** z;
  return png(TILE_SIZE, TILE_SIZE, (column, row) => {
    const lng = ((x + (column + 0.5) / TILE_SIZE) / n) * 360 - 180;
    const north = Math.PI * (1 - (2 * (y + (row + 0.5) / TILE_SIZE)) / n);
    const lat = (Math.atan(Math.sinh(north)) * 180) / Math.PI;
    const value = heights(lng, lat) + 32_768;
    return [Math.floor(value / 256), Math.floor(value) % 256, Math.floor((value % 1) * 256)];
  });
}
