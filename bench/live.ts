import { setTimeout as delay } from 'node:timers/promises';
import { addFences } from './harness/add-fences.ts';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { LiveConsole } from './harness/live-console.ts';
import { percentile, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes('Latency from a frame sent by a device to the message received by a console.', {
  rate: { meaning: 'positions per second, evenly distributed', default: 2_000 },
  devices: { meaning: 'devices that send them', default: 1_000 },
  consoles: { meaning: 'consoles, each watching all devices', default: 20 },
  rounds: { meaning: 'rounds', default: 5 },
  seconds: { meaning: 'seconds per round', default: 10 },
  fences: { meaning: 'fences of 100 vertices where the devices drive', default: 0 },
});
/** Milliseconds after a round for its last messages to arrive. */
const LAST_MESSAGES = 1_000;
const MIB = 1024 * 1024;

const data = makeDataFolder();
const server = await startServer({ data });
const rounds: {
  p50: number;
  p99: number;
  worst: number;
  seen: number;
  cpu: number;
  database: number;
  load: number;
  transactions: number;
}[] = [];
try {
  const load = await PacedLoad.open(server, sizes.devices);
  await addFences(server, data, sizes.fences);
  const consoles = await Promise.all(
    Array.from({ length: sizes.consoles }, () => LiveConsole.open(server, load.sentAt)),
  );
  // Before the first round: warms up the code and creates the partition of the table.
  for (let round = 0; round <= sizes.rounds; round++) {
    for (const { latencies } of consoles) latencies.length = 0;
    const cpuBefore = server.cpuSeconds();
    const databaseBefore = server.databaseCpuSeconds();
    const loadBefore = process.cpuUsage();
    const transactionsBefore = await server.metric('wakeline_batch_reports_count');
    const sent = await load.send(sizes.rate, sizes.seconds);
    await delay(LAST_MESSAGES);
    if (round === 0) continue;
    const loadUsed = process.cpuUsage(loadBefore);
    const latencies = Float64Array.from(consoles.flatMap((one) => one.latencies)).sort();
    const figure = {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      worst: latencies.at(-1) ?? Number.NaN,
      // Only the newest position of a tracker is sent: a position superseded before that is never received.
      seen: (100 * latencies.length) / (sent * sizes.consoles),
      cpu: ((server.cpuSeconds() - cpuBefore) * 1e6) / sent,
      database: ((server.databaseCpuSeconds() - databaseBefore) * 1e6) / sent,
      load: (loadUsed.user + loadUsed.system) / sent,
      transactions:
        ((await server.metric('wakeline_batch_reports_count')) - transactionsBefore) / sizes.seconds,
    };
    rounds.push(figure);
    console.log(
      `p50 ${Math.round(figure.p50)} ms, p99 ${Math.round(figure.p99)} ms, seen ${Math.round(figure.seen)} %`,
    );
  }
  for (const one of consoles) one.close();
  load.close();
  writeReport(sizes.fences > 0 ? 'live-fences' : 'live', sizes, {
    'sent to received, p50 ms': spreadOf(rounds.map(({ p50 }) => p50)),
    'sent to received, p99 ms': spreadOf(rounds.map(({ p99 }) => p99)),
    'sent to received, longest ms': spreadOf(rounds.map(({ worst }) => worst)),
    'positions seen by a console, %': spreadOf(rounds.map(({ seen }) => seen)),
    'server CPU us a position': spreadOf(rounds.map(({ cpu }) => cpu)),
    'database CPU us a position': spreadOf(rounds.map(({ database }) => database)),
    'load CPU us a position': spreadOf(rounds.map(({ load }) => load)),
    'transactions a second': spreadOf(rounds.map(({ transactions }) => transactions)),
    'notices of fences': await server.metric('wakeline_notices_total'),
    ...(await measureYardstick(data)),
    'server memory, peak MiB': Math.round(server.peakMemory() / MIB),
  });
} finally {
  await server.stop();
  removeDataFolder(data);
}
