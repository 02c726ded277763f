import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import { InvalidValueError } from './values.ts';

/** Elevation tiles, as sent to consoles. */
export type ElevationTiles = NonNullable<ReplaySetup['elevation']>;

export const ELEVATION_ENCODINGS = [
  'terrarium',
  'mapbox',
] as const satisfies readonly ElevationTiles['encoding'][];

/** Parses an http or https URL with {z}, {x} and {y}. */
export function tileUrl(text: string): string {
  const placeholders = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const filled = text.replaceAll(/\{\w+\}/g, '0');
  const protocol = URL.canParse(filled) ? new URL(filled).protocol : '';
  const hasAllPlaceholders =
    placeholders.length === 3 && ['z', 'x', 'y'].every((name) => placeholders.includes(name));
  if ((protocol === 'http:' || protocol === 'https:') && hasAllPlaceholders) return text;
  throw new InvalidValueError('is not a URL such as https://tiles.example/{z}/{x}/{y}.png');
}

/** The origin of the tile server if it has no TLS: the content security policy has to allow it. */
export function originsOf(elevation: ElevationTiles | null): readonly string[] {
  if (elevation === null || !elevation.tiles.startsWith('http://')) return [];
  return [new URL(elevation.tiles.replaceAll(/[{}]/g, '_')).origin];
}
