import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { BenchCluster } from './harness/cluster.ts';
import { writeReport } from './harness/measurements.ts';
import { ReliableDevice } from './harness/reliable-device.ts';
import { WatchingConsole } from './harness/watching-console.ts';

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
  },
);
const SECOND = 1_000;
const FIRST_IMEI = 13_800_000_000;
/** Reports of a device between two with an SOS: more than an hour by its clock, after which it is a new episode. */
const SOS_EVERY = 4_000;
const DRAIN_TIMEOUT = 180 * SECOND;

const cluster = await BenchCluster.start({
  gateways: sizes.gateways,
  engines: sizes.engines,
  apis: 1,
  workers: 1,
  partitions: sizes.partitions,
  natsServers: 3,
});
const measurements: Record<string, number> = {};
try {
  await run();
} finally {
  await cluster.stop();
}
writeReport('cluster-faults', sizes, measurements);

interface Fault {
  readonly name: string;
  readonly inject: () => Promise<void>;
}

function faults(): readonly Fault[] {
  const killAndRun = (name: string): Fault => ({
    name: `${name} killed`,
    inject: async () => {
      await cluster.end(name, 'SIGKILL');
      await delay(2 * SECOND);
      await cluster.run(name);
    },
  });
  return [
    ...(['gateway', 'engine', 'api', 'worker'] as const).flatMap((role) =>
      cluster.names(role).map(killAndRun),
    ),
    ...[0, 1, 2].map((index) => ({
      name: `NATS server ${index} killed`,
      inject: async () => {
        await cluster.nats.end(index, 'SIGKILL');
        await delay(2 * SECOND);
        await cluster.nats.run(index);
      },
    })),
    {
      name: 'PostgreSQL killed',
      inject: async () => {
        cluster.killDatabase();
      },
    },
    {
      name: 'an engine cut off',
      inject: () => suspend(cluster.pid('engine-0')),
    },
    {
      name: 'a NATS server cut off',
      inject: async () => {
        cluster.nats.suspend(1);
        await delay(sizes.cut * SECOND);
        cluster.nats.resume(1);
      },
    },
  ];
}

/** A process that does not run keeps its connections, as one behind a broken network. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await delay(sizes.cut * SECOND);
  process.kill(pid, 'SIGCONT');
}

async function run(): Promise<void> {
  const { token } = await cluster.client();
  const imeis = Array.from({ length: sizes.devices }, (_, index) => String(FIRST_IMEI + index));
  const server = await cluster.server();
  const ids = await server.register(imeis);
  const watching = new WatchingConsole(cluster.url('api-0'), token);
  // Recent, so that an SOS is noticed.
  const start = Math.floor(Date.now() / SECOND) * SECOND - 12 * 3_600 * SECOND;
  const hasSos = (time: number) => ((time - start) / SECOND) % SOS_EVERY === 100;
  const gateways = cluster.names('gateway');
  const fleet = imeis.map((imei, index) => {
    const port = cluster.ports(gateways[index % gateways.length] ?? '').jt808;
    return new ReliableDevice(jt808, port, imei, start, 40, {
      interval: sizes.interval,
      alarmsAt: (time) => (hasSos(time) ? ['SOS'] : []),
    });
  });
  const acknowledged = () => fleet.reduce((sum, device) => sum + device.acknowledged.size, 0);
  const end = performance.now() + sizes.minutes * 60 * SECOND;
  let rounds = 0;
  while (performance.now() < end) {
    for (const { name, inject } of faults()) {
      if (performance.now() >= end) break;
      const before = acknowledged();
      const startedAt = performance.now();
      await inject();
      const during = acknowledged();
      await waitUntil(() => acknowledged() > during, `an acknowledgement after: ${name}`);
      const seconds = ((performance.now() - startedAt) / SECOND).toFixed(1);
      console.log(`${name}: ${during - before} acknowledged meanwhile, again after ${seconds} s`);
      await delay(sizes.load * SECOND);
      measurements[`${name}, times`] = (measurements[`${name}, times`] ?? 0) + 1;
    }
    rounds += 1;
  }
  await Promise.all(fleet.map((device) => device.finish()));
  measurements.rounds = rounds;
  measurements.acknowledged = acknowledged();
  await check(fleet, ids, hasSos, watching);
}

async function check(
  fleet: readonly ReliableDevice[],
  ids: readonly number[],
  hasSos: (time: number) => boolean,
  watching: WatchingConsole,
): Promise<void> {
  const database = new pg.Client({ connectionString: cluster.database.url });
  await database.connect();
  const sent = new Map(fleet.map((device, index) => [ids[index] ?? 0, device]));
  const expected = fleet.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  await waitUntilAsync(async () => {
    const { rows } = await database.query<{ count: string }>('select count(*) as count from position');
    return Number(rows[0]?.count) >= expected;
  }, 'everything that was acknowledged');
  let [lost, doubled, invented] = [0, 0, 0];
  for (const [trackerId, device] of sent) {
    const { rows } = await database.query<{ time: string }>(
      'select time from position where tracker_id = $1',
      [trackerId],
    );
    const stored = new Set(rows.map(({ time }) => Number(time)));
    doubled += rows.length - stored.size;
    for (const time of device.acknowledged) if (!stored.has(time)) lost += 1;
    for (const time of stored) if (!device.sent.has(time)) invented += 1;
  }
  Object.assign(measurements, { lost, doubled, invented });
  measurements.reconnects = fleet.reduce((sum, { reconnects }) => sum + reconnects, 0);

  const { rows: notices } = await database.query<{ tracker_id: number; time: string; count: string }>(`
    select tracker_id, payload->>'time' as time, count(*) as count from account_log
    where kind = 'notice' and payload->>'noticeType' = 'SOS' group by 1, 2`);
  const noticed = new Map(notices.map(({ tracker_id: id, time, count }) => [`${id} ${time}`, Number(count)]));
  let [missing, repeated, all] = [0, 0, 0];
  for (const [trackerId, device] of sent) {
    for (const time of device.acknowledged) {
      if (!hasSos(time)) continue;
      all += 1;
      const count = noticed.get(`${trackerId} ${time}`) ?? 0;
      if (count === 0) missing += 1;
      if (count > 1) repeated += 1;
    }
  }
  Object.assign(measurements, {
    'SOS reported': all,
    'SOS without a notice': missing,
    'SOS noticed twice': repeated,
  });

  const { rows: heads } = await database.query<{ seq: string }>('select max(seq) as seq from account_log');
  const head = Number(heads[0]?.seq ?? 0);
  await waitUntil(() => (watching.cursor ?? 0) >= head, 'the end of the log at the console');
  const isInOrder = watching.entries.every(
    (seq, index) => index === 0 || seq > (watching.entries[index - 1] ?? 0),
  );
  await waitUntil(
    () =>
      [...sent].every(
        ([trackerId, device]) => watching.times.get(trackerId) === Math.max(...last(device.acknowledged)),
      ),
    'the last states at the console',
  );
  await watching.close();
  await database.end();
  Object.assign(measurements, {
    'log entries at the console': watching.entries.length,
    'log entries in the database': head,
    'entries out of order': isInOrder ? 0 : 1,
    'connections of the console': watching.connections,
    'longest pause of all states, ms': Math.round(watching.longestPause),
  });
  const isMet = [lost, doubled, invented, missing, repeated, isInOrder ? 0 : 1].every((count) => count === 0);
  if (!isMet || watching.entries.length !== new Set(watching.entries).size) process.exitCode = 1;
}

/** The newest of a set in the order of insertion, a few to be safe. */
function last(times: ReadonlySet<number>): readonly number[] {
  return [...times].slice(-100);
}

async function waitUntil(condition: () => boolean, what: string): Promise<void> {
  await waitUntilAsync(async () => condition(), what);
}

async function waitUntilAsync(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + DRAIN_TIMEOUT;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${DRAIN_TIMEOUT / SECOND} s: ${what}`);
    await delay(50);
  }
}
