import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const file = fileURLToPath(new URL('../../apps/server/data/places.json', import.meta.url));
const program = new URL('build-gazetteer.mjs', import.meta.url).href;

test('the committed gazetteer equals the one built from the names of the map', () => {
  const script = `import { gazetteer } from ${JSON.stringify(program)}; process.stdout.write(gazetteer());`;
  const made = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 16e6,
  });
  expect(readFileSync(file, 'utf8')).toBe(made);
  const places = JSON.parse(made) as unknown[];
  expect(places.length).toBeGreaterThan(16_000);
  // From places.geojson and from towns.geojson.
  expect(places).toContainEqual(['新加坡', 'Singapore', 'capital', 2, 5638700, 103.85, 1.29]);
});
