import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { BenchCluster, type ClusterRole } from './harness/cluster.ts';
import { ClusterFleet } from './harness/cluster-fleet.ts';
import { percentile, writeReport } from './harness/measurements.ts';
import { TcpProxy } from './harness/tcp-proxy.ts';

const sizes = readSizes(
  'A rolling upgrade of a cluster under load, and a scale from one engine to three and back. Every acknowledged position must be stored once; the longest pause of a device at a console is measured.',
  {
    rounds: { meaning: 'upgrades of all processes, each followed by a scale', default: 3 },
    devices: { meaning: 'devices that report', default: 200 },
    interval: { meaning: 'milliseconds between two reports of a device', default: 100 },
    load: { meaning: 'seconds of load after each step', default: 15 },
    gateways: { meaning: 'gateways', default: 2 },
    engines: { meaning: 'engines', default: 1 },
    apis: { meaning: 'api processes', default: 2 },
    workers: { meaning: 'workers', default: 1 },
    partitions: { meaning: 'partitions of the trackers', default: 6 },
    clickHouse: {
      meaning: 'ClickHouse servers, each with all positions; 0: positions are in PostgreSQL',
      default: 2,
    },
  },
);
const SECOND = 1_000;
const SCALED_ENGINES = 3;
/** The order of docs/operating/cluster.md. */
const UPGRADE_ORDER: readonly ClusterRole[] = ['worker', 'engine', 'api', 'gateway'];

const cluster = await BenchCluster.start({ ...sizes, natsServers: 3 });
const devicePort = await TcpProxy.open(() =>
  cluster.names('gateway').map((name) => cluster.ports(name).jt808),
);
const consolePort = await TcpProxy.open(() =>
  cluster.names('api').map((name) => Number(new URL(cluster.url(name)).port)),
);
const measurements: Record<string, number> = {};
try {
  await run();
} finally {
  await devicePort.close();
  await consolePort.close();
  await cluster.stop();
}
writeReport('cluster-upgrade', sizes, measurements);

async function run(): Promise<void> {
  const fleet = await ClusterFleet.start(cluster, {
    ...sizes,
    portOf: () => devicePort.port,
    url: `http://127.0.0.1:${consolePort.port}`,
  });
  await delay(sizes.load * SECOND);
  await measure('nothing', fleet, async () => undefined);
  for (let round = 0; round < sizes.rounds; round += 1) {
    for (const role of UPGRADE_ORDER)
      for (const name of cluster.names(role))
        await measure(`${role} upgraded`, fleet, () => upgrade(role, name));
    for (let count = sizes.engines; count < SCALED_ENGINES; count += 1)
      await measure('engine added', fleet, async () => void (await cluster.add('engine')));
    for (const name of cluster.names('engine').slice(sizes.engines))
      await measure('engine removed', fleet, () => cluster.remove(name));
  }
  const { figures, isMet } = await fleet.finish();
  Object.assign(measurements, figures);
  if (!isMet) process.exitCode = 1;
}

/** Starts the new process before the old one stops. */
async function upgrade(role: ClusterRole, name: string): Promise<void> {
  await cluster.add(role);
  await cluster.remove(name);
}

/** Performs a step, and measures for each device the longest time without a newer state at the console beyond its interval. */
async function measure(step: string, fleet: ClusterFleet, perform: () => Promise<void>): Promise<void> {
  fleet.console.takePauses();
  const startedAt = performance.now();
  await perform();
  const seconds = (performance.now() - startedAt) / SECOND;
  await delay(sizes.load * SECOND);
  const pauses = fleet.console
    .takePauses()
    .map((pause) => Math.max(0, pause - sizes.interval))
    .sort((a, b) => a - b);
  const [half, longest] = [percentile(pauses, 0.5), percentile(pauses, 1)].map(Math.round);
  console.log(
    `${step}: ${seconds.toFixed(1)} s, longest pause of a device ${longest} ms, p50 of their longest pauses ${half} ms`,
  );
  const names = [`${step}, longest pause, ms`, `${step}, p50 of the longest pauses, ms`] as const;
  for (const [index, value] of [longest, half].entries()) {
    const key = names[index] ?? '';
    measurements[key] = Math.max(measurements[key] ?? 0, value ?? 0);
  }
}
