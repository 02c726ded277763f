import type { Elevation } from '@wakeline/domain/courses/measure-course';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { createElevation, type ElevationTiles, type TilePixels, tilesAt } from './elevation-grid.ts';

/**
 * Loads the terrain at positions.
 * @throws TypeError if a tile cannot be loaded
 */
export async function loadElevation(
  { tiles: template, ...options }: ElevationTiles,
  positions: readonly Position[],
): Promise<Elevation> {
  const loaded = await Promise.all(
    tilesAt(options, positions).map(async (tile) => {
      const { z, x, y } = tile;
      const url = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      return [tile, await loadPixels(url)] as const;
    }),
  );
  return createElevation(new Map(loaded), options.encoding);
}

async function loadPixels(url: string): Promise<TilePixels> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`terrain tile: ${response.status}`);
  // Heights are in the exact colors of the file.
  const bitmap = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' });
  const size = bitmap.width;
  const context = new OffscreenCanvas(size, bitmap.height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new TypeError('no canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { size, data: context.getImageData(0, 0, size, size).data };
}
