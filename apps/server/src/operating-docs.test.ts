import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import {
  countConsoles,
  countSentStates,
  countStorageFailures,
  createInboundSmsCounter,
  createPeerMessageCounter,
  createTaskCounter,
} from './app/metrics.ts';
import { createLiveMetrics } from './cluster/live-metrics.ts';
import { listVariables } from './config/variables.ts';
import { createReplicaMetrics } from './db/read-replica.ts';
import { createMetrics } from './ingest/metrics.ts';
import { createReceivedCounter } from './satellite/count-received.ts';

const HANDBOOK = join(import.meta.dirname, '../../../docs/operating');

/** The table rows of a page whose first cell starts with `start`, in order. */
function rows(page: string, start: string): readonly string[] {
  return readFileSync(join(HANDBOOK, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(start));
}

test('lists exactly the variables of --help in configuration.md', () => {
  expect(
    [
      ...rows('configuration.md', '| `WAKELINE_'),
      ...rows('configuration.md', '| `DATABASE_'),
      ...rows('configuration.md', '| `HISTORY_'),
      ...rows('configuration.md', '| `NATS_'),
    ].sort(),
  ).toEqual(
    listVariables()
      .map(({ name, meaning, default: fallback }) => `| \`${name}\` | ${meaning} | ${fallback ?? 'none'} |`)
      .sort(),
  );
});

test('lists exactly the metrics of the server with their help texts in metrics.md', () => {
  const registry = new Registry();
  createMetrics(registry);
  countConsoles(registry, { consoles: 0 });
  countSentStates(registry, { sentStates: { messages: 0, bytes: 0 } });
  countStorageFailures(registry);
  createInboundSmsCounter(registry);
  createPeerMessageCounter(registry);
  createReceivedCounter(registry);
  createTaskCounter(registry);
  createLiveMetrics(registry);
  createReplicaMetrics(registry);
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
