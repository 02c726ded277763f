// Makes packages/formats/src/coordinate-systems/systems.json.br:
//   npm pack epsg-index@2.0.0 && tar xzf epsg-index-2.0.0.tgz
//   node scripts/coordinate-systems/build-coordinate-systems.mjs package/all.json /usr/share/proj/proj.db
// The second file is the database of PROJ (Debian: proj-data).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import proj4 from 'proj4';

const OUTPUT = join(import.meta.dirname, '../../packages/formats/src/coordinate-systems/systems.json.br');
const WGS84 = 4326;
/** EPSG methods: translations, position vector, coordinate frame. PROJ strings have the second one's signs. */
const TRANSLATIONS = 9603;
const COORDINATE_FRAME = 9607;
const METHODS = [TRANSLATIONS, 9606, COORDINATE_FRAME];
const RADIANS_PER_SECOND = Math.PI / 180 / 3600;
/** Distance between a position and what the inverse makes of its projection, in metres. */
const MAX_ROUND_TRIP_METRES = 0.05;

/** Datums on these ellipsoids are geocentric, such as CGCS2000: they differ from WGS-84 by at most two metres. */
const MODERN_ELLIPSOID = /\+(ellps|datum)=(GRS80|WGS84)\b/;
const NO_SHIFT = [0, 0, 0, 0, 0, 0, 0];

/** Israel's IG05/12 and Angola's Camacupa: what EPSG has differs by 80 m and more from what PROJ computes. */
const CONTRADICTED = [6990, 6991, 22032, 22033, 22091, 22092];

/** Adding 0 turns -0 into 0. */
const rounded = (value, digits) => Number(value.toFixed(digits)) + 0;

const [source, database] = process.argv.slice(2);
if (source === undefined || database === undefined)
  throw new Error('usage: build-coordinate-systems.mjs all.json proj.db');
const db = new DatabaseSync(database, { readOnly: true });

const geographic = new Map(
  db
    .prepare(
      "select code, name from geodetic_crs where auth_name = 'EPSG' and type = 'geographic 2D' and not deprecated",
    )
    .all()
    .map(({ code, name }) => [Number(code), name]),
);
const geographicByName = new Map([...geographic].map(([code, name]) => [name, code]));
const baseOf = new Map(
  db
    .prepare(
      "select code, geodetic_crs_code base from projected_crs where auth_name = 'EPSG' and geodetic_crs_auth_name = 'EPSG' and not deprecated",
    )
    .all()
    .map(({ code, base }) => [Number(code), Number(base)]),
);
const factors = new Map(
  db
    .prepare("select code, conv_factor factor from unit_of_measure where auth_name = 'EPSG'")
    .all()
    .map(({ code, factor }) => [Number(code), factor]),
);
const shifts = Map.groupBy(
  db
    .prepare(
      `select h.*, e.south_lat south, e.north_lat north, e.west_lon west, e.east_lon east, exists (
         select 1 from supersession s where s.superseded_table_name = 'helmert_transformation'
           and s.superseded_auth_name = h.auth_name and s.superseded_code = h.code) superseded
       from helmert_transformation_table h
       join usage u on u.object_table_name = 'helmert_transformation' and u.object_auth_name = h.auth_name
         and u.object_code = h.code
       join extent e on e.auth_name = u.extent_auth_name and e.code = u.extent_code
       where h.auth_name = 'EPSG' and not h.deprecated`,
    )
    .all()
    .filter(({ method_code: method }) => METHODS.includes(Number(method))),
  ({ source_crs_code: from }) => Number(from),
);

/** Geographic systems that EPSG equates with WGS-84, such as ETRS89: shifts to them count as well. */
const sameAsWgs84 = new Set([WGS84]);
for (const [from, rows] of shifts)
  if (
    rows.some((row) => Number(row.target_crs_code) === WGS84 && parameters(row).every((value) => value === 0))
  )
    sameAsWgs84.add(from);

/** `towgs84` of a transformation: metres, seconds of arc with the signs of a position vector, and parts per million. */
function parameters(row) {
  const { rx, ry, rz, method_code: method } = row;
  const length = factors.get(Number(row.translation_uom_code)) ?? Number.NaN;
  const metres = [row.tx, row.ty, row.tz].map((value) => rounded(value * length, 5));
  if (Number(method) === TRANSLATIONS) return [...metres, 0, 0, 0, 0];
  const sign = Number(method) === COORDINATE_FRAME ? -1 : 1;
  const angle = (factors.get(Number(row.rotation_uom_code)) ?? Number.NaN) / RADIANS_PER_SECOND;
  const scale = (factors.get(Number(row.scale_difference_uom_code)) ?? Number.NaN) * 1e6;
  return [
    ...metres,
    ...[rx, ry, rz].map((value) => rounded(sign * value * angle, 7)),
    rounded(row.scale_difference * scale, 6),
  ];
}

const holds = ({ west, east, south, north }, { lng, lat }) =>
  lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east);

const sizeOf = ({ west, east, south, north }) => (north - south) * ((east - west + 360) % 360);

/** The most accurate transformation of a geographic system to WGS-84 at a point; null: none is known. */
function shiftAt(base, point, definition) {
  if (base === WGS84) return NO_SHIFT;
  const name = geographic.get(base) ?? '';
  const greenwich = geographicByName.get(name.replace(/ \([^()]*\)$/, ''));
  const candidates = [...(shifts.get(base) ?? []), ...(shifts.get(greenwich) ?? [])]
    .filter((row) => sameAsWgs84.has(Number(row.target_crs_code)) && holds(row, point))
    .sort(
      (a, b) =>
        a.superseded - b.superseded ||
        (a.accuracy ?? 1e3) - (b.accuracy ?? 1e3) ||
        sizeOf(b) - sizeOf(a) ||
        Number(b.code) - Number(a.code),
    );
  if (candidates.length > 0) return parameters(candidates[0]);
  return MODERN_ELLIPSOID.test(definition) ? NO_SHIFT : null;
}

function withShift(definition, shift) {
  const bare = definition
    .replace(/ \+(towgs84=\S+|nadgrids=("[^"]*"|\S+)|datum=\S+|no_defs|type=crs|wktext)/g, '')
    .trim();
  const ellipsoid = / \+(ellps|a)=/.test(bare) ? '' : ' +ellps=WGS84';
  const values = shift.slice(3).every((value) => value === 0) ? shift.slice(0, 3) : shift;
  return `${bare}${ellipsoid} +towgs84=${values.join(',')}`;
}

function centreOf([north, west, south, east]) {
  const lng = (west + (east < west ? east + 360 : east)) / 2;
  return { lng: lng > 180 ? lng - 360 : lng, lat: (north + south) / 2 };
}

/** Whether proj4 supports a definition and its inverse leads back. */
function works(definition, { lng, lat }) {
  try {
    const converter = proj4(definition);
    const there = converter.forward([lng, lat], true);
    const back = converter.inverse([...there], true);
    const metres = Math.hypot((back[0] - lng) * Math.cos((lat * Math.PI) / 180), back[1] - lat) * 111_320;
    return there.every(Number.isFinite) && metres < MAX_ROUND_TRIP_METRES;
  } catch {
    return false;
  }
}

const rows = [];
const areas = new Map();
let [withoutShift, unsupported] = [0, 0];
for (const system of Object.values(JSON.parse(readFileSync(source, 'utf8')))) {
  const code = Number(system.code);
  const base = system.kind === 'CRS-GEOGCRS' && geographic.has(code) ? code : baseOf.get(code);
  if (base === undefined || CONTRADICTED.includes(code) || system.proj4 === null || system.bbox === null)
    continue;
  // Degrees from Paris or Rome: of no map of today, and proj4 has them in another unit.
  if (base === code && / \+pm=/.test(system.proj4)) continue;
  const centre = centreOf(system.bbox);
  const shift = shiftAt(base, centre, system.proj4);
  if (shift === null) {
    withoutShift++;
    continue;
  }
  // The spherical Mercator projection of web maps has WGS-84 positions on its sphere: no shift of a datum.
  const definition = /nadgrids=@null/.test(system.proj4) ? system.proj4 : withShift(system.proj4, shift);
  if (!works(definition, centre)) {
    unsupported++;
    continue;
  }
  const area = system.area.replace(/\.$/, '');
  if (!areas.has(area)) areas.set(area, areas.size);
  rows.push([code, system.name, definition, areas.get(area)]);
}
rows.sort((a, b) => a[0] - b[0]);
const json = Buffer.from(JSON.stringify({ areas: [...areas.keys()], systems: rows }));
const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const packed = brotliCompressSync(json, { params: quality });
writeFileSync(OUTPUT, packed);
console.log(
  `${rows.length} systems, ${withoutShift} without a transformation to WGS-84, ${unsupported} that proj4 lacks; ` +
    `${json.length} bytes, packed ${packed.length}`,
);
