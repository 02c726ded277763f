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
  /** Simplified Chinese; empty where none is known. */
  readonly chinese: string;
  readonly english: string;
  readonly kind: (typeof PLACE_KINDS)[number];
  /** 0: not known. */
  readonly people: number;
}

export interface NearestPlace {
  readonly place: Place;
  /** Metres. */
  readonly distance: number;
}

export interface PlaceMatch {
  readonly place: Place;
  /** As `rankMatch` says. */
  readonly match: number;
}

/** The places that the server knows by itself. */
export interface Gazetteer {
  /** The capital, city or town that is nearest; null: none is within `farthest` metres. */
  nearest(at: Coordinates, maxDistance: number): NearestPlace | null;
  /** Places with `keywords` in a name of either language: the best matches, of these the large and the near first. */
  search(keywords: string, near: Coordinates | null, limit: number): readonly PlaceMatch[];
}

/** Points in a leaf of the index: fewer than the library's 64, as only one nearest point is asked for. */
const NODE_SIZE = 8;

type Row = readonly [
  chinese: string,
  english: string,
  kind: Place['kind'],
  rank: number,
  people: number,
  longitude: number,
  latitude: number,
];

let shared: Gazetteer | undefined;

/** The gazetteer that comes with the server, read when it is first asked for: it takes some 90 ms and 5 MB. */
export function gazetteer(): Gazetteer {
  shared ??= createGazetteer(readPlaces());
  return shared;
}

function readPlaces(): readonly Place[] {
  const rows = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Row[];
  return rows.map(([chinese, english, kind, , people, longitude, latitude]) => {
    return { chinese, english, kind, people, longitude, latitude };
  });
}

export function createGazetteer(places: readonly Place[]): Gazetteer {
  // The middle of a country or an ocean is near to nothing.
  const points = places.filter(({ kind }) => kind !== 'country' && kind !== 'ocean');
  const index = new KDBush(points.length, NODE_SIZE);
  for (const { longitude, latitude } of points) index.add(longitude, latitude);
  index.finish();
  // Made with the first search: a server that is starting has other things to do.
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

/** Ten times the people weigh as much as a tenth of the way. */
function weightOf(place: Place, near: Coordinates | null): number {
  const size = Math.log10(place.people + 1_000) + (place.kind === 'capital' ? 1 : 0);
  return near === null ? size : size - Math.log10(greatCircleDistance(place, near) + 10_000);
}
