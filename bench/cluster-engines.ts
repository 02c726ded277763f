import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { BenchCluster } from './harness/cluster.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'How fast one engine and two engines, each on its own processor, store what waits in the streams. Nothing else reports meanwhile.',
  {
    devices: { meaning: 'devices', default: 400 },
    rate: { meaning: 'reports per second while the streams are filled', default: 8_000 },
    seconds: { meaning: 'seconds of that', default: 30 },
    rounds: { meaning: 'rounds of each, in turn', default: 3 },
    partitions: { meaning: 'partitions of the trackers', default: 4 },
    clickHouse: {
      meaning: 'ClickHouse servers, each with all positions; 0: positions are in PostgreSQL',
      default: 0,
    },
  },
);
const POLL_MS = 20;
const TIMEOUT_MS = 180_000;

const rates = new Map<number, number[]>([
  [1, []],
  [2, []],
]);
const measurements: Record<string, Spread | number> = {};
for (let round = 0; round < sizes.rounds; round += 1) {
  for (const [engines, found] of rates) {
    const rate = await measure(engines, round === 0 && engines === 1);
    found.push(rate);
    console.log(`${engines} engine(s): ${Math.round(rate)} positions/s`);
  }
}
for (const [engines, found] of rates)
  measurements[`${engines} engine(s), positions a second`] = spreadOf(found);
const [one, two] = [...rates.values()].map((found) => spreadOf(found).median);
measurements['two compared with one'] = Math.round(((two ?? 0) / (one ?? 1)) * 100) / 100;
writeReport('cluster-engines', sizes, measurements);

/** Positions per second that the engines store. */
async function measure(engines: number, withYardstick: boolean): Promise<number> {
  const cluster = await BenchCluster.start({
    ...{ gateways: 1, engines: 0, apis: 1, workers: 0 },
    partitions: sizes.partitions,
    natsServers: 1,
    clickHouse: sizes.clickHouse,
  });
  try {
    let acknowledged = 0;
    const load = await PacedLoad.open(await cluster.server(), sizes.devices, {
      onAcknowledged: () => {
        acknowledged += 1;
      },
    });
    const sent = await load.send(sizes.rate, sizes.seconds);
    await waitUntil(async () => acknowledged >= sent, 'the streams have stored everything');
    load.close();
    await Promise.all(Array.from({ length: engines }, (_, index) => cluster.add('engine', String(index))));
    await waitUntil(
      async () => (await cluster.metric('wakeline_positions_stored_total')) > 0,
      'the first position',
    );
    const [before, startedAt] = [await cluster.metric('wakeline_positions_stored_total'), performance.now()];
    await waitUntil(
      async () => (await cluster.metric('wakeline_positions_stored_total')) >= sent,
      'everything is stored',
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    if (withYardstick) Object.assign(measurements, await measureYardstick(cluster.data));
    return (sent - before) / seconds;
  } finally {
    await cluster.stop();
  }
}

async function waitUntil(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${TIMEOUT_MS / 1_000} s: ${what}`);
    await delay(POLL_MS);
  }
}
