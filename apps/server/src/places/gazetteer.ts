import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { normalizeName, rankMatch } from './normalize-name.ts';

/** Made by `scripts/world/build-gazetteer.mjs`. */
const FILE = join(import.meta.dirname, '../../data/places.json');

export const PLACE_KINDS = ['ocean', 'country', 'capital', 'city', 'town'] as const;

export interface Place extends Coordinates {
  /** Simplified Chinese; empty when unknown. */
  readonly chinese: string;
  readonly english: string;
  readonly kind: (typeof PLACE_KINDS)[number];
  /** 0: unknown. */
  readonly population: number;
}

export interface NearestPlace {
  readonly place: Place;
  /** Metres. */
  readonly distance: number;
}

export interface PlaceMatch {
  readonly place: Place;
  /** The result of `rankMatch`. */
  readonly match: number;
}

/** The built-in list of places. */
export interface Gazetteer {
  /** The nearest capital, city or town; null when none is within `maxDistance` metres. */
  nearest(at: Coordinates, maxDistance: number): NearestPlace | null;
  /** Places whose name contains `keywords` in either language: the best matches, then the large and near ones first. */
  search(keywords: string, near: Coordinates | null, limit: number): readonly PlaceMatch[];
}

/**
 * Points per leaf of the index: fewer than the library's default of 64, because only the nearest point is requested.
 */
const NODE_SIZE = 8;

type Row = readonly [
  chinese: string,
  english: string,
  kind: Place['kind'],
  rank: number,
  population: number,
  longitude: number,
  latitude: number,
];

let shared: Gazetteer | undefined;

/** The gazetteer of the server, loaded on first use: it takes about 90 ms and 5 MB. */
export function gazetteer(): Gazetteer {
  shared ??= createGazetteer(readPlaces());
  return shared;
}

function readPlaces(): readonly Place[] {
  const rows = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Row[];
  return rows.map(([chinese, english, kind, , population, longitude, latitude]) => {
    return { chinese, english, kind, population, longitude, latitude };
  });
}

export function createGazetteer(places: readonly Place[]): Gazetteer {
  // The centre of a country or an ocean describes no position.
  const points = places.filter(({ kind }) => kind !== 'country' && kind !== 'ocean');
  const index = new KDBush(points.length, NODE_SIZE);
  for (const { longitude, latitude } of points) index.add(longitude, latitude);
  index.finish();
  // Created with the first search, so that it does not delay the start of the server.
  let names: readonly (readonly [chinese: string, english: string])[] | undefined;

  return {
    nearest(at, maxDistance) {
      const [id] = around(index, at.longitude, at.latitude, 1, maxDistance / 1_000);
      const place = id === undefined ? undefined : points[id];
      return place === undefined ? null : { place, distance: greatCircleDistance(place, at) };
    },

    search(keywords, near, limit) {
      const query = normalizeName(keywords);
      if (query === '') return [];
      names ??= places.map(({ chinese, english }) => [normalizeName(chinese), normalizeName(english)]);
      const byRank = new Map<number, Place[]>();
      for (const [index, [chinese, english]] of names.entries()) {
        const match = minRank(rankMatch(chinese, query), rankMatch(english, query));
        const place = places[index];
        if (match === null || place === undefined) continue;
        const sameRank = byRank.get(match);
        if (sameRank === undefined) byRank.set(match, [place]);
        else sameRank.push(place);
      }
      const found: PlaceMatch[] = [];
      for (const [match, sameRank] of [...byRank].sort(([a], [b]) => a - b)) {
        if (found.length >= limit) break;
        for (const place of sortByWeight(sameRank, near)) found.push({ place, match });
      }
      return found.slice(0, limit);
    },
  };
}

function minRank(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function sortByWeight(places: readonly Place[], near: Coordinates | null): readonly Place[] {
  return places
    .map((place) => ({ place, weight: weightOf(place, near) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ place }) => place);
}

/** A tenfold population weighs as much as a tenth of the distance. */
function weightOf(place: Place, near: Coordinates | null): number {
  const size = Math.log10(place.population + 1_000) + (place.kind === 'capital' ? 1 : 0);
  return near === null ? size : size - Math.log10(greatCircleDistance(place, near) + 10_000);
}
