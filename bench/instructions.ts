import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { InstructedDevice } from './harness/instructed-device.ts';
import { inGroups } from './harness/local-address.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { startServer } from './harness/server.ts';
import { countOpen, readInstructions, storeInstructions } from './harness/stored-instructions.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'Instructions to connected devices, each with a receipt, while other devices report positions.',
  {
    devices: {
      meaning: 'devices, each on a separate connection, with one instruction each',
      default: 10_000,
    },
    rate: { meaning: 'positions per second of other devices', default: 5_000 },
    reporters: { meaning: 'number of those', default: 1_000 },
    rounds: { meaning: 'rounds, after one warm-up round', default: 5 },
    idle: {
      meaning: 'seconds of positions before the instructions of each round, for comparison',
      default: 5,
    },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
  },
);
/** The goals of the product. A round that takes longer ends the benchmark. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const FIRST_IMEI = 13_600_000_000;

const data = makeDataFolder();
const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
const server = await startServer({ data, execArgv: profile });
const measurements: Record<string, Spread | number> = {};
const stopping = new AbortController();
let latencies: number[] = [];
let arrivals: number[] = [];
let startedAt = 0;
try {
  const imeis = Array.from({ length: sizes.devices }, (_, index) => String(FIRST_IMEI + index));
  const trackerIds = await server.register(imeis);
  const devices = imeis.map(
    (imei, index) =>
      new InstructedDevice({
        imei,
        index,
        port: server.ports.jt808,
        onInstruction: () => arrivals.push(performance.now() - startedAt),
      }),
  );
  await inGroups(devices, (device) => device.connect());
  const reporters = await PacedLoad.open(server, sizes.reporters, {
    onAcknowledged: (ms) => latencies.push(ms),
  });
  // Until the end: a rate over a day is never reached.
  const reporting = reporters.send(sizes.rate, 86_400, stopping.signal);
  await round(trackerIds, devices);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let at = 0; at < sizes.rounds; at++) {
    const figures = await round(trackerIds, devices);
    rounds.push(figures);
    console.log(
      Object.entries(figures)
        .map(([name, value]) => `${name} ${Math.round(value)}`)
        .join(', '),
    );
  }
  for (const name of Object.keys(rounds[0] ?? {}) as (keyof Awaited<ReturnType<typeof round>>)[])
    measurements[name] = spreadOf(rounds.map((figures) => figures[name]));
  stopping.abort();
  await reporting;
  reporters.close();
  for (const device of devices) device.close();
  measurements['server memory, peak MiB'] = Math.round(server.peakMemory() / 2 ** 20);
  Object.assign(measurements, await measureYardstick(data));
} finally {
  stopping.abort();
  await server.stop();
  removeDataFolder(data);
}
writeReport('instructions', sizes, measurements);

/** @throws Error unless each device received its instruction once, and each instruction succeeded at the first attempt. */
async function round(trackerIds: readonly number[], devices: readonly InstructedDevice[]) {
  for (const device of devices) {
    device.received.length = 0;
    device.heartbeat();
  }
  await delay(sizes.idle * 1_000);
  const before = take();
  const previous = (await readInstructions(data)).at(-1)?.instructionId ?? 0;
  const cpuBefore = [server.cpuSeconds(), server.databaseCpuSeconds()] as const;
  arrivals = [];
  startedAt = performance.now();
  await storeInstructions(
    data,
    trackerIds.map((trackerId) => ({ trackerId, name: 'heartbeat', parameters: { interval: 60 } })),
  );
  const stored = performance.now() - startedAt;
  while ((await countOpen(data)) > 0) {
    if (performance.now() - startedAt > TIMEOUT_MS) throw new Error('instructions without a receipt remain');
    await delay(POLL_MS);
  }
  const finished = performance.now() - startedAt;
  const during = take();
  const rows = await readInstructions(data, previous);
  const failed = rows.filter(({ state, attempts }) => state !== 'succeeded' || attempts !== 1);
  if (rows.length !== devices.length || failed.length > 0)
    throw new Error(`${failed.length} of ${rows.length} failed: ${JSON.stringify(failed[0])}`);
  if (devices.some(({ received }) => received.length !== 1))
    throw new Error('a device did not receive its instruction exactly once');
  const results = rows.map(({ finishedAfter }) => finishedAfter ?? Number.NaN).toSorted((a, b) => a - b);
  arrivals.sort((a, b) => a - b);
  return {
    'stored, ms': stored,
    'received by the devices, p50 ms': percentile(arrivals, 0.5),
    'received by the devices, last ms': arrivals.at(-1) ?? Number.NaN,
    'receipt stored, p50 ms': percentile(results, 0.5),
    'receipt stored, last ms': results.at(-1) ?? Number.NaN,
    'all receipts visible, ms': finished,
    'positions acknowledged p99 ms, without instructions': percentile(before, 0.99),
    'positions acknowledged p99 ms, with instructions': percentile(during, 0.99),
    'positions acknowledged with instructions': during.length,
    'server CPU us an instruction and its positions': perInstruction(server.cpuSeconds() - cpuBefore[0]),
    'database CPU us an instruction and its positions': perInstruction(
      server.databaseCpuSeconds() - cpuBefore[1],
    ),
  };
}

/** The latencies since the last call, sorted. */
function take(): readonly number[] {
  const taken = latencies;
  latencies = [];
  return taken.sort((a, b) => a - b);
}

function perInstruction(seconds: number): number {
  return (seconds * 1e6) / sizes.devices;
}
