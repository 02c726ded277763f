import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import { InvalidValueError } from './values.ts';

/** Tiles of the height of the ground, as consoles are told of them. */
export type ElevationTiles = NonNullable<ReplaySetup['elevation']>;

export const ELEVATION_ENCODINGS = [
  'terrarium',
  'mapbox',
] as const satisfies readonly ElevationTiles['encoding'][];

/** An http or https address with {z}, {x} and {y} in it. */
export function tileUrl(text: string): string {
  const placeholders = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const filled = text.replaceAll(/\{\w+\}/g, '0');
  const protocol = URL.canParse(filled) ? new URL(filled).protocol : '';
  const hasAllPlaceholders =
    placeholders.length === 3 && ['z', 'x', 'y'].every((name) => placeholders.includes(name));
  if ((protocol === 'http:' || protocol === 'https:') && hasAllPlaceholders) return text;
  throw new InvalidValueError('is not an address such as https://tiles.example/{z}/{x}/{y}.png');
}

/** The server of the tiles, where browsers have to be allowed to ask it because it has no TLS. */
export function originsOf(elevation: ElevationTiles | null): readonly string[] {
  if (elevation === null || !elevation.tiles.startsWith('http://')) return [];
  return [new URL(elevation.tiles.replaceAll(/[{}]/g, '_')).origin];
}
