import { readSizes } from './harness/arguments.ts';
import { BenchCluster } from './harness/cluster.ts';
import { IngestLoad, type IngestRound } from './harness/ingest-rounds.ts';
import { LiveConsole } from './harness/live-console.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { cpuSecondsOf } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'A cluster on this machine: positions per second from devices through a gateway, three NATS servers and an engine into two ClickHouse servers and the database, and the time from a packet to a console.',
  {
    connections: { meaning: 'devices, each on a separate connection', default: 1_000 },
    window: { meaning: 'unacknowledged positions per device', default: 8 },
    rounds: { meaning: 'rounds, after one warm-up round', default: 5 },
    seconds: { meaning: 'seconds per round', default: 8 },
    frames: { meaning: 'maximum frames per device and round', default: 400 },
    gateways: { meaning: 'gateways', default: 1 },
    engines: { meaning: 'engines', default: 1 },
    nats: { meaning: 'NATS servers: 1 or 3', default: 3 },
    clickHouse: {
      meaning: 'ClickHouse servers, each with all positions; 0: positions are in PostgreSQL',
      default: 2,
    },
    partitions: { meaning: 'partitions of the trackers', default: 4 },
    paced: { meaning: 'reports per second while the time to a console is measured', default: 2_000 },
    pacedSeconds: { meaning: 'seconds of that', default: 20 },
  },
);
/** Devices whose reports are watched on a console. */
const WATCHED = 200;
const FIRST_IMEI = 13_900_000_000;

const measurements: Record<string, Spread | number> = {};
const cluster = await BenchCluster.start({
  gateways: sizes.gateways,
  engines: sizes.engines,
  apis: 1,
  workers: 1,
  partitions: sizes.partitions,
  natsServers: sizes.nats === 1 ? 1 : 3,
  clickHouse: sizes.clickHouse,
});
try {
  await measureIngest();
  await measureLive();
  await measureStored();
  Object.assign(measurements, await measureYardstick(cluster.data));
} finally {
  await cluster.stop();
}
writeReport('cluster', sizes, measurements);

async function measureIngest(): Promise<void> {
  const server = await cluster.server();
  const load = await IngestLoad.open(server, { ...sizes, perFrame: 1 }, FIRST_IMEI);
  await load.round();
  const rounds: IngestRound[] = [];
  const cpu: ReturnType<typeof cpuSeconds>[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const before = cpuSeconds();
    const storedBefore = await cluster.metric('wakeline_positions_stored_total');
    const figure = await load.round();
    const positions = (await cluster.metric('wakeline_positions_stored_total')) - storedBefore;
    const after = cpuSeconds();
    rounds.push(figure);
    cpu.push({
      gateway: ((after.gateway - before.gateway) / positions) * 1e6,
      engine: ((after.engine - before.engine) / positions) * 1e6,
      nats: ((after.nats - before.nats) / positions) * 1e6,
      clickHouse: ((after.clickHouse - before.clickHouse) / positions) * 1e6,
    });
    console.log(`${Math.round(figure.rate)} positions/s, acknowledged p99 ${Math.round(figure.p99)} ms`);
  }
  load.close();
  measurements['positions a second'] = spreadOf(rounds.map(({ rate }) => rate));
  measurements['acknowledged p50 ms'] = spreadOf(rounds.map(({ p50 }) => p50));
  measurements['acknowledged p99 ms'] = spreadOf(rounds.map(({ p99 }) => p99));
  for (const role of ['gateway', 'engine', 'nats', 'clickHouse'] as const)
    measurements[`${role}, CPU us a position`] = spreadOf(cpu.map((one) => one[role]));
  measurements['database, CPU us a position'] = spreadOf(rounds.map(({ databaseCpu }) => databaseCpu));
  measurements['load, CPU us a position'] = spreadOf(rounds.map(({ loadCpu }) => loadCpu));
}

function cpuSeconds() {
  const secondsOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  return {
    gateway: cluster.cpuSeconds('gateway'),
    engine: cluster.cpuSeconds('engine'),
    nats: secondsOf(cluster.nats.pids),
    clickHouse: secondsOf(cluster.clickHouse?.pids ?? []),
  };
}

/** What a position takes in ClickHouse once the servers have merged parts. Nothing forces them. */
async function measureStored(): Promise<void> {
  if (cluster.clickHouse === null) return;
  await cluster.clickHouse.settle();
  for (let index = 0; index < cluster.clickHouse.count; index += 1) {
    const { rows, bytes, parts } = await cluster.clickHouse.stored(index);
    measurements[`ClickHouse server ${index}, rows`] = rows;
    measurements[`ClickHouse server ${index}, bytes a position`] = Math.round((bytes / rows) * 10) / 10;
    measurements[`ClickHouse server ${index}, parts`] = parts;
  }
}

async function measureLive(): Promise<void> {
  const server = await cluster.server();
  const acknowledged: number[] = [];
  const load = await PacedLoad.open(server, WATCHED, { onAcknowledged: (ms) => acknowledged.push(ms) });
  const live = await LiveConsole.open(server, load.sentAt);
  await load.send(sizes.paced, sizes.pacedSeconds);
  live.close();
  load.close();
  for (const [name, values] of [
    ['acknowledged', acknowledged],
    ['packet to console', live.latencies],
  ] as const) {
    const sorted = values.toSorted((a, b) => a - b);
    measurements[`${name} at ${sizes.paced}/s, p50 ms`] = percentile(sorted, 0.5);
    measurements[`${name} at ${sizes.paced}/s, p99 ms`] = percentile(sorted, 0.99);
  }
}
