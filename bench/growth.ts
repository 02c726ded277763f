import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { fillHistory } from './harness/history.ts';
import { IngestLoad, type IngestRound } from './harness/ingest-rounds.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';

const sizes = readSizes('Ingest speed with a long history compared to an empty one.', {
  positions: { meaning: 'positions in the history', default: 20_000_000 },
  connections: { meaning: 'devices that report', default: 1_000 },
  window: { meaning: 'unacknowledged frames per device', default: 8 },
  rounds: { meaning: 'rounds before and after, each after one warm-up round', default: 5 },
  seconds: { meaning: 'seconds per round', default: 8 },
  frames: { meaning: 'maximum frames per device and round', default: 800 },
});

const data = makeDataFolder();
const measurements: Record<string, Spread | number> = {};
try {
  await measure('on none', 13_900_000_000);
  await fill();
  await measure('on the history', 13_800_000_000);
} finally {
  removeDataFolder(data);
}
writeReport('growth', sizes, measurements);

async function measure(name: string, firstImei: number): Promise<void> {
  const server = await startServer({ data });
  try {
    const load = await IngestLoad.open(server, { ...sizes, perFrame: 1 }, firstImei);
    await load.round();
    const rounds: IngestRound[] = [];
    for (let round = 0; round < sizes.rounds; round++) {
      const result = await load.round();
      rounds.push(result);
      console.log(`${name}: ${Math.round(result.rate)} positions/s, p99 ${Math.round(result.p99)} ms`);
    }
    load.close();
    measurements[`${name}, positions a second`] = spreadOf(rounds.map(({ rate }) => rate));
    measurements[`${name}, acknowledged p99 ms`] = spreadOf(rounds.map(({ p99 }) => p99));
  } finally {
    await server.stop();
  }
}

async function fill(): Promise<void> {
  const server = await startServer({ data });
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  try {
    await client.connect();
    const startedAt = performance.now();
    const bytes = await fillHistory(client, sizes.positions, sizes.connections);
    console.log(`filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    measurements['positions in the history'] = sizes.positions;
    measurements['its size, GiB'] = Math.round((bytes / 2 ** 30) * 10) / 10;
  } finally {
    await client.end();
    await server.stop();
  }
}
