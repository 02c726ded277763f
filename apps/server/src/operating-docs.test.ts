import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { countConsoles } from './app/metrics.ts';
import { listVariables } from './config/variables.ts';
import { createMetrics } from './ingest/metrics.ts';

const HANDBOOK = join(import.meta.dirname, '../../../docs/operating');

/** The rows of a page's table whose first cell begins like this, in order. */
function rows(page: string, start: string): readonly string[] {
  return readFileSync(join(HANDBOOK, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(start));
}

test('configuration.md has every variable, as --help tells it, and no other', () => {
  expect(
    [...rows('configuration.md', '| `WAKELINE_'), ...rows('configuration.md', '| `DATABASE_')].sort(),
  ).toEqual(
    listVariables()
      .map(({ name, meaning, default: fallback }) => `| \`${name}\` | ${meaning} | ${fallback ?? 'none'} |`)
      .sort(),
  );
});

test('metrics.md has every metric of ours, with the help that it carries, and no other', () => {
  const registry = new Registry();
  createMetrics(registry);
  countConsoles(registry, { consoles: 0 });
  const documented = rows('metrics.md', '| `wakeline_').map((line) => {
    const [, name, , help] = line.split(' | ').join('|').split('|');
    return [name?.replaceAll(/[` ]/g, ''), help?.trim()];
  });
  expect(documented.sort()).toEqual(
    registry
      .getMetricsAsArray()
      .map(({ name, help }) => [name, help])
      .sort(),
  );
});
