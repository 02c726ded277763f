import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import type { Elevation } from '@wakeline/domain/courses/measure-course';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';

export type ElevationTiles = NonNullable<ReplaySetup['elevation']>;

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** RGBA of a tile, row by row from its top left corner. */
export interface TilePixels {
  readonly size: number;
  readonly data: Uint8ClampedArray;
}

/** A course needs no finer terrain: pixels of 10 m at 60 degrees with tiles of 256. */
const MAX_ZOOM = 13;
/** Tiles that are loaded at most; a larger event has a coarser terrain. */
const MAX_TILES = 64;

/** The tiles that contain positions, at the finest zoom of which there are few enough. */
export function tilesAt(
  { minZoom, maxZoom }: Pick<ElevationTiles, 'minZoom' | 'maxZoom'>,
  positions: readonly Position[],
): readonly TileAddress[] {
  for (let z = Math.min(MAX_ZOOM, maxZoom); ; z -= 1) {
    const tiles = new Map(
      positions.map((position) => {
        const tile = tileOf(position, z);
        return [keyOf(tile), tile] as const;
      }),
    );
    if (tiles.size <= MAX_TILES || z <= minZoom) return [...tiles.values()];
  }
}

function tileOf([lng, lat]: Position, z: number): TileAddress {
  const count = 2 ** z;
  const index = (share: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return { z, x: index(mercatorX(lng)), y: index(mercatorY(lat)) };
}

function keyOf({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`;
}

/** Metres above sea level at positions within loaded tiles; null elsewhere. */
export function createElevation(
  tiles: ReadonlyMap<TileAddress, TilePixels>,
  encoding: ElevationTiles['encoding'],
): Elevation {
  const byKey = new Map([...tiles].map(([tile, pixels]) => [keyOf(tile), pixels]));
  const z = [...tiles.keys()][0]?.z ?? 0;
  return (position) => {
    const tile = tileOf(position, z);
    const pixels = byKey.get(keyOf(tile));
    if (pixels === undefined) return null;
    const column = Math.floor((mercatorX(position[0]) * 2 ** z - tile.x) * pixels.size);
    const row = Math.floor((mercatorY(position[1]) * 2 ** z - tile.y) * pixels.size);
    return heightAt(pixels, Math.min(pixels.size - 1, row), Math.min(pixels.size - 1, column), encoding);
  };
}

/** Encodings of Terrarium (Mapzen) and of Mapbox Terrain-RGB. */
function heightAt(
  { size, data }: TilePixels,
  row: number,
  column: number,
  encoding: ElevationTiles['encoding'],
): number {
  const at = (row * size + column) * 4;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  if (encoding === 'terrarium') return red * 256 + green + blue / 256 - 32_768;
  return (red * 65_536 + green * 256 + blue) / 10 - 10_000;
}
