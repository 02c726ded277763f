import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { BenchCluster } from './harness/cluster.ts';
import { ClusterFleet } from './harness/cluster-fleet.ts';
import { writeReport } from './harness/measurements.ts';
import type { TcpProxy } from './harness/tcp-proxy.ts';
import { waitUntil } from './harness/wait-until.ts';

const sizes = readSizes(
  'Faults of a cluster under load: each process is killed and started again in turn, and cut off. Every acknowledged position must be stored once, and every SOS noticed once.',
  {
    minutes: { meaning: 'minutes of load', default: 30 },
    devices: { meaning: 'devices that report', default: 200 },
    interval: { meaning: 'milliseconds between two reports of a device', default: 100 },
    load: { meaning: 'seconds of load after each fault', default: 20 },
    cut: { meaning: 'seconds for which a process is cut off', default: 20 },
    engines: { meaning: 'engines', default: 2 },
    gateways: { meaning: 'gateways', default: 2 },
    partitions: { meaning: 'partitions of the trackers', default: 4 },
    clickHouse: {
      meaning: 'ClickHouse servers, each with all positions; 0: positions are in PostgreSQL',
      default: 2,
    },
    standby: { meaning: '1: PostgreSQL has a standby, which takes over; 0: it is started again', default: 1 },
    first: { meaning: 'number of the first fault of the first round', default: 0 },
  },
);
const SECOND = 1_000;
/** Milliseconds after which an ended process is started again, and a standby takes over. */
const RESTART_DELAY = 2 * SECOND;

const cluster = await BenchCluster.start({
  gateways: sizes.standby === 0 ? sizes.gateways : sizes.gateways - 1,
  engines: sizes.standby === 0 ? sizes.engines : sizes.engines - 1,
  apis: 1,
  workers: 1,
  partitions: sizes.partitions,
  natsServers: 3,
  clickHouse: sizes.clickHouse,
  standby: sizes.standby !== 0,
});
const measurements: Record<string, number> = {};
try {
  await run(sizes.standby === 0 ? [] : [await cutFault('gateway'), await cutFault('engine')]);
} finally {
  await cluster.stop();
}
writeReport('cluster-faults', sizes, measurements);

interface Fault {
  readonly name: string;
  readonly inject: () => Promise<void>;
}

/** Adds a process whose connections to PostgreSQL can be cut. */
async function cutFault(role: 'gateway' | 'engine'): Promise<Fault> {
  const { name, proxies } = await cluster.addWithProxies(role);
  const each = (work: (proxy: TcpProxy) => void) => proxies.forEach(work);
  return {
    name: `${name} cut off from PostgreSQL`,
    inject: async () => {
      each((proxy) => proxy.cut());
      await delay(sizes.cut * SECOND);
      each((proxy) => proxy.restore());
    },
  };
}

function killFault(name: string): Fault {
  return {
    name: `${name} killed`,
    inject: async () => {
      await cluster.end(name, 'SIGKILL');
      await delay(RESTART_DELAY);
      await cluster.run(name);
    },
  };
}

/** Kills and restarts one of several servers. */
function serverFaults(
  what: string,
  count: number,
  servers: { kill: (index: number) => Promise<void>; run: (index: number) => Promise<void> },
): readonly Fault[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${what} ${index} killed`,
    inject: async () => {
      await servers.kill(index);
      await delay(RESTART_DELAY);
      await servers.run(index);
    },
  }));
}

function databaseFault(): Fault {
  const { replicated } = cluster.database;
  if (replicated === null) return { name: 'PostgreSQL killed', inject: async () => cluster.killDatabase() };
  return {
    name: 'primary of PostgreSQL killed, standby takes over',
    inject: async () => {
      cluster.killDatabase();
      await delay(RESTART_DELAY);
      await replicated.promote();
      // The next round kills this one.
      await replicated.replaceStandby();
    },
  };
}

function faults(cuts: readonly Fault[]): readonly Fault[] {
  const { clickHouse, nats } = cluster;
  return [
    ...(['gateway', 'engine', 'api', 'worker'] as const).flatMap((role) =>
      cluster.names(role).map(killFault),
    ),
    ...serverFaults('NATS server', 3, {
      kill: (index) => nats.end(index, 'SIGKILL'),
      run: (index) => nats.run(index),
    }),
    ...(clickHouse === null ? [] : serverFaults('ClickHouse server', clickHouse.count, clickHouse)),
    databaseFault(),
    {
      name: 'an engine suspended',
      inject: () => suspend(cluster.pid('engine-0')),
    },
    {
      name: 'a NATS server suspended',
      inject: async () => {
        nats.suspend(1);
        await delay(sizes.cut * SECOND);
        nats.resume(1);
      },
    },
    ...cuts,
  ];
}

/** A process that does not run keeps its connections, as one behind a broken network. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await delay(sizes.cut * SECOND);
  process.kill(pid, 'SIGCONT');
}

async function run(cuts: readonly Fault[]): Promise<void> {
  const gateways = cluster.names('gateway');
  const fleet = await ClusterFleet.start(cluster, {
    ...sizes,
    portOf: (index) => cluster.ports(gateways[index % gateways.length] ?? '').jt808,
    url: cluster.url('api-0'),
  });
  const end = performance.now() + sizes.minutes * 60 * SECOND;
  let rounds = 0;
  for (let skipped = sizes.first; performance.now() < end; skipped = 0) {
    for (const fault of faults(cuts).slice(skipped)) {
      if (performance.now() >= end) break;
      await inject(fault, fleet);
    }
    rounds += 1;
  }
  const { figures, isMet } = await fleet.finish();
  Object.assign(measurements, { rounds }, figures);
  if (!isMet) process.exitCode = 1;
}

/** Injects a fault, and measures the time until devices are acknowledged and reports are stored again. */
async function inject({ name, inject: start }: Fault, fleet: ClusterFleet): Promise<void> {
  const before = fleet.acknowledged;
  fleet.console.takePauses();
  const startedAt = performance.now();
  await start();
  const during = fleet.acknowledged;
  await waitUntil(() => fleet.acknowledged > during, `an acknowledgement after: ${name}`);
  const acknowledgedAfter = (performance.now() - startedAt) / SECOND;
  const newest = new Map(fleet.console.times);
  await waitUntil(
    () => [...newest].every(([trackerId, time]) => (fleet.console.times.get(trackerId) ?? 0) > time),
    `a new state of each device after: ${name}`,
  );
  await delay(sizes.load * SECOND);
  const pause = Math.max(...fleet.console.takePauses()) / SECOND;
  console.log(
    `${name}: ${during - before} acknowledged meanwhile, again after ${acknowledgedAfter.toFixed(1)} s, longest pause of a device at the console ${pause.toFixed(1)} s`,
  );
  const [times, longest] = [`${name}, times`, `${name}, longest pause at the console, s`];
  measurements[times] = (measurements[times] ?? 0) + 1;
  measurements[longest] = Math.max(measurements[longest] ?? 0, Math.round(pause * 10) / 10);
}
