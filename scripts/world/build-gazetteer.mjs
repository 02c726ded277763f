#!/usr/bin/env node
/**
 * Builds the server's gazetteer, `apps/server/data/places.json`, from the names of the shipped world map
 * (`apps/web/public/world/{places,towns}.geojson`), so that the map, the search and addresses use the same names.
 * `build-world.mjs` runs it at its end; run separately, it needs only those two files:
 *
 *     node scripts/world/build-gazetteer.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
export const GAZETTEER = fileURLToPath(new URL('apps/server/data/places.json', root));

/** One place per line: `[Chinese name or "", English name, class, rank, people, longitude, latitude]`. */
export function gazetteer() {
  const rows = ['places', 'towns'].flatMap((name) => {
    const file = new URL(`apps/web/public/world/${name}.geojson`, root);
    return JSON.parse(readFileSync(file, 'utf8')).features.map(({ properties, geometry }) => {
      const { n = '', e, c, r, p } = properties;
      return JSON.stringify([n, e, c, r, p, ...geometry.coordinates]);
    });
  });
  return `[\n${rows.join(',\n')}\n]\n`;
}

export function writeGazetteer() {
  const text = gazetteer();
  writeFileSync(GAZETTEER, text);
  console.log(`places.json of the server: ${(Buffer.byteLength(text) / 1000).toFixed(0)} kB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeGazetteer();
