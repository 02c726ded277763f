import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { AIRPORT_TYPES } from '@wakeline/contract/aviation/airports';
import { type Coordinates, EARTH_RADIUS, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { normalizeName, rankMatch } from './normalize-name.ts';

/** Columns of a row. */
const LATITUDE = 6;
const LONGITUDE = 7;
/** Metres per degree of latitude. */
const DEGREE_METRES = (EARTH_RADIUS * Math.PI) / 180;

/** Made by `scripts/airports/build-airports.mjs`. */
const FILE = join(import.meta.dirname, '../../data/airports.json.br');

interface RunwayEnd extends Coordinates {
  readonly designator: string;
  /** Degrees, true. */
  readonly heading: number;
  /** Metres above sea level. */
  readonly elevation: number | null;
}

export interface Runway {
  /** Metres. */
  readonly length: number;
  readonly ends: readonly RunwayEnd[];
}

export interface Airport extends Coordinates {
  /** Of OurAirports: the ICAO code where there is one. */
  readonly ident: string;
  /** Empty: none. */
  readonly iata: string;
  readonly name: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly type: (typeof AIRPORT_TYPES)[number];
  /** Metres above sea level. */
  readonly elevation: number;
  readonly runways: readonly Runway[];
}

/** The airports that are shipped, without closed ones. */
export interface Airports {
  find(ident: string): Airport | null;
  /** Those whose reference point is within so many metres, in no order. */
  near(place: Coordinates, metres: number): readonly Airport[];
  /** Equal codes first, then codes that begin with the keywords, then names; large and near ones first. */
  search(keywords: string, near: Coordinates | null, limit: number): readonly Airport[];
}

type EndRow = readonly [
  designator: string,
  heading: number,
  latitude: number,
  longitude: number,
  elevation: number | null,
];
type Row = readonly [
  ident: string,
  iata: string,
  name: string,
  city: string,
  country: string,
  type: number,
  latitude: number,
  longitude: number,
  elevation: number,
  runways?: readonly (readonly [length: number, ...ends: EndRow[]])[],
];

let shared: Airports | undefined;

/** The airports of the server, loaded on first use: it takes about 0.2 s. */
export function airports(): Airports {
  shared ??= createAirports(JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()));
  return shared;
}

function createAirports(rows: readonly Row[]): Airports {
  // Rows stay as they are: 60,000 airports as objects take several times their memory.
  const byIdent = new Map(rows.map((row) => [row[0], row]));
  let names: readonly string[] | undefined;
  let byLatitude: readonly Row[] | undefined;

  return {
    find(ident) {
      const row = byIdent.get(ident.toUpperCase());
      return row === undefined ? null : toAirport(row);
    },

    near(place, metres) {
      byLatitude ??= rows.toSorted((a, b) => a[LATITUDE] - b[LATITUDE]);
      const sorted = byLatitude;
      const reach = metres / DEGREE_METRES;
      const found: Airport[] = [];
      const first = partitionPoint(
        sorted.length,
        (at) => (sorted[at]?.[LATITUDE] ?? 0) < place.latitude - reach,
      );
      for (let at = first; at < sorted.length; at += 1) {
        const row = sorted[at];
        if (row === undefined || row[LATITUDE] > place.latitude + reach) break;
        const point = { latitude: row[LATITUDE], longitude: row[LONGITUDE] };
        if (greatCircleDistance(place, point) <= metres) found.push(toAirport(row));
      }
      return found;
    },

    search(keywords, near, limit) {
      const code = keywords.trim().toUpperCase();
      const query = normalizeName(keywords);
      if (code === '' || query === '') return [];
      names ??= rows.map(([, , name, city]) => normalizeName(`${name} ${city}`));
      const byRank = new Map<number, Row[]>();
      for (const [index, row] of rows.entries()) {
        const rank = rankCode(row, code) ?? rankName(names[index] ?? '', query);
        if (rank === null) continue;
        const sameRank = byRank.get(rank);
        if (sameRank === undefined) byRank.set(rank, [row]);
        else sameRank.push(row);
      }
      const found: Row[] = [];
      for (const [, sameRank] of [...byRank].sort(([a], [b]) => a - b)) {
        if (found.length >= limit) break;
        found.push(...sortByWeight(sameRank, near));
      }
      return found.slice(0, limit).map(toAirport);
    },
  };
}

/** 0: an equal code; 1: a code that begins with it; null: neither. */
function rankCode([ident, iata]: Row, code: string): number | null {
  if (ident === code || iata === code) return 0;
  return ident.startsWith(code) ? 1 : null;
}

/** After the codes. */
function rankName(name: string, query: string): number | null {
  const rank = rankMatch(name, query);
  return rank === null ? null : rank + 2;
}

function sortByWeight(rows: readonly Row[], near: Coordinates | null): readonly Row[] {
  return rows
    .map((row) => ({ row, weight: weightOf(row, near) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ row }) => row);
}

/** A step in size weighs as much as a tenth of the distance. */
function weightOf(row: Row, near: Coordinates | null): number {
  const [, , , , , type, latitude, longitude] = row;
  return near === null
    ? type
    : type + Math.log10(greatCircleDistance({ latitude, longitude }, near) + 10_000);
}

function toAirport(row: Row): Airport {
  const [ident, iata, name, city, country, type, latitude, longitude, elevation, runways = []] = row;
  return {
    ident,
    iata,
    name,
    city,
    country,
    type: AIRPORT_TYPES[type] ?? 'small_airport',
    latitude,
    longitude,
    elevation,
    runways: runways.map(([length, ...ends]) => ({ length, ends: ends.map(toRunwayEnd) })),
  };
}

function toRunwayEnd([designator, heading, latitude, longitude, elevation]: EndRow): RunwayEnd {
  return { designator, heading, latitude, longitude, elevation };
}
