import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { LiveConsole } from './harness/live-console.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'Latency from a frame with which a device breaks a rule to the notice received by a console.',
  {
    rate: { meaning: 'positions per second, evenly distributed', default: 2_000 },
    devices: { meaning: 'devices that send them', default: 1_000 },
    consoles: { meaning: 'consoles, each watching all devices', default: 20 },
    rounds: { meaning: 'rounds, after one warm-up round', default: 5 },
    seconds: { meaning: 'seconds per round', default: 10 },
  },
);
/** Of 20 reports one has 49 km/h, the next 30: each is an episode of its own. */
const LIMIT = 48;
const REPORTS_PER_NOTICE = 20;
/** Device time runs faster than the clock, and a rule notices nothing that is half an hour old. */
const START_OFFSET_MS = 10 * 60_000;
/** Milliseconds after a round for its last notices to arrive. */
const MAX_WAIT = 10_000;

const data = makeDataFolder();
const server = await startServer({ data });
const measurements: Record<string, Spread | number> = {};
try {
  const load = await PacedLoad.open(server, sizes.devices, { startOffset: START_OFFSET_MS });
  const condition = { type: 'overspeed', limit: LIMIT, seconds: 0, area: null } as const;
  await server.client.call('addRule', { ruleName: 'Harbour road', condition, appliesTo: 'all' });
  while ((await server.metric('wakeline_rules')) === 0) await delay(50);
  const consoles = await Promise.all(
    Array.from({ length: sizes.consoles }, () => LiveConsole.open(server, load.sentAt)),
  );
  await round(load, consoles);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let at = 0; at < sizes.rounds; at++) {
    const figures = await round(load, consoles);
    rounds.push(figures);
    console.log(
      Object.entries(figures)
        .map(([name, value]) => `${name} ${Math.round(value)}`)
        .join(', '),
    );
  }
  for (const one of consoles) one.close();
  load.close();
  for (const name of Object.keys(rounds[0] ?? {}) as (keyof (typeof rounds)[number])[])
    measurements[name] = spreadOf(rounds.map((figures) => figures[name]));
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await server.stop();
  removeDataFolder(data);
}
writeReport('notices', sizes, measurements);

/** @throws Error unless each console received each notice. */
async function round(load: PacedLoad, consoles: readonly LiveConsole[]) {
  for (const one of consoles) one.latencies.length = one.noticeLatencies.length = 0;
  const cpu = server.cpuSeconds();
  const before = load.sent;
  await load.send(sizes.rate, sizes.seconds);
  const expected = countNotices(load.sent) - countNotices(before);
  const startedAt = performance.now();
  while (consoles.some(({ noticeLatencies }) => noticeLatencies.length < expected)) {
    if (performance.now() - startedAt > MAX_WAIT) throw new Error('a console lacks notices');
    await delay(50);
  }
  if (consoles.some(({ noticeLatencies }) => noticeLatencies.length > expected))
    throw new Error('a console received more notices than devices broke the rule');
  const notices = Float64Array.from(consoles.flatMap((one) => one.noticeLatencies)).sort();
  const states = Float64Array.from(consoles.flatMap((one) => one.latencies)).sort();
  return {
    'notice, p50 ms': percentile(notices, 0.5),
    'notice, p99 ms': percentile(notices, 0.99),
    'notice, longest ms': notices.at(-1) ?? Number.NaN,
    'position, p99 ms': percentile(states, 0.99),
    'notices a console': expected,
    'server CPU us a position': ((server.cpuSeconds() - cpu) * 1e6) / (load.sent - before),
  };
}

/** Notices of the first `sent` reports of all devices, which report in turn. */
function countNotices(sent: number): number {
  const each = Math.floor(sent / sizes.devices);
  const ahead = sent % sizes.devices;
  const of = (reports: number) => Math.floor(reports / REPORTS_PER_NOTICE);
  return ahead * of(each + 1) + (sizes.devices - ahead) * of(each);
}
