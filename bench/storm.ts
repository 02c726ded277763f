import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { IngestLoad } from './harness/ingest-rounds.ts';
import { LiveConsole } from './harness/live-console.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { StormRecipients } from './harness/storm-recipients.ts';
import { StormWatch } from './harness/storm-watch.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'All devices inactive at once: the time of the engine, and the messages to a contact and a program.',
  {
    devices: { meaning: 'devices, each on a separate connection', default: 10_000 },
    consoles: { meaning: 'open consoles', default: 1 },
    rounds: { meaning: 'rounds, each of them more than a minute of inactivity', default: 2 },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
  },
);
const FIRST_IMEI = 13_400_000_000;
/** Milliseconds within which inactivity of a minute must have been noticed, and messages about it sent. */
const MAX_INACTIVITY = 120_000;
const MAX_DELIVERY = 90_000;
/** Of `packages/domain/src/delivery/plan.ts`: notices of a message to a program, and single messages to a person. */
const WEBHOOK_NOTICES = 500;
const BURST = 5;

const data = makeDataFolder();
const recipients = await StormRecipients.start();
const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
const server = await startServer({ data, env: recipients.environment, execArgv: profile });
const measurements: Record<string, Spread | number> = {};
try {
  await recipients.subscribe(server.client);
  const load = await IngestLoad.open(
    server,
    { connections: sizes.devices, window: 1, seconds: 30, frames: 1, perFrame: 1 },
    FIRST_IMEI,
  );
  const condition = { type: 'offline', minutes: 1 } as const;
  await server.client.call('addRule', { ruleName: 'inactivity', condition, appliesTo: 'all' });
  while ((await server.metric('wakeline_rules')) === 0) await delay(50);
  const consoles = await Promise.all(
    Array.from({ length: sizes.consoles }, () => LiveConsole.open(server, null)),
  );
  const watch = await StormWatch.start(server, data);
  const rounds: Awaited<ReturnType<typeof storm>>[] = [];
  for (let at = 0; at < sizes.rounds; at++) {
    if (at > 0) await load.connect();
    const figures = await storm(load, watch);
    rounds.push(figures);
    console.log(
      Object.entries(figures)
        .map(([name, value]) => `${name} ${Math.round(value * 100) / 100}`)
        .join(', '),
    );
  }
  await watch.stop();
  for (const one of consoles) one.close();
  for (const name of Object.keys(rounds[0] ?? {}) as (keyof (typeof rounds)[number])[])
    measurements[name] = spreadOf(rounds.map((figures) => figures[name]));
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await server.stop();
  await recipients.stop();
  removeDataFolder(data);
}
writeReport('storm', sizes, measurements);

/** @throws Error unless each device is noticed once, and each notice is in one message, of which there are few. */
async function storm(load: IngestLoad, watch: StormWatch) {
  const seq = await watch.lastNotice();
  const sentBefore = await watch.delivered(MAX_DELIVERY);
  const requestsBefore = recipients.requests;
  const messagesBefore = recipients.messageIds.length;
  const mailsBefore = recipients.mails;
  await load.round();
  load.close();
  watch.longestResponse = 0;
  const giveUp = performance.now() + MAX_INACTIVITY;
  while ((await watch.lastNotice()) - seq < sizes.devices) {
    if (performance.now() > giveUp) throw new Error('not every device was noticed as offline');
    await delay(500);
  }
  const longestResponse = watch.longestResponse;
  const cpuBefore = server.cpuSeconds();
  const sent = await watch.delivered(MAX_DELIVERY);
  const sweeps = await watch.sweepsSince(seq);
  const notices = sweeps.reduce((sum, sweep) => sum + sweep.notices, 0);
  if (notices !== sizes.devices) throw new Error(`${notices} notices of ${sizes.devices} devices`);

  const mails = recipients.mails - mailsBefore;
  const inMails = (sent.get('email')?.notices ?? 0) - (sentBefore.get('email')?.notices ?? 0);
  if (inMails !== notices) throw new Error(`mails have ${inMails} of ${notices} notices`);
  if (mails > sweeps.length + BURST) throw new Error(`${mails} mails`);
  const requests = recipients.requests - requestsBefore;
  const messageIds = new Set(recipients.messageIds.slice(messagesBefore));
  if (messageIds.size !== notices) throw new Error(`webhooks have ${messageIds.size} of ${notices} notices`);
  if (requests > notices / WEBHOOK_NOTICES + sweeps.length) throw new Error(`${requests} webhooks`);
  return {
    sweeps: sweeps.length,
    'from a sweep to its commit, all sweeps, ms': sweeps.reduce(
      (sum, { startedAt, committedAt }) => sum + committedAt - startedAt,
      0,
    ),
    'server CPU meanwhile, ms': sweeps.reduce((sum, { cpu }) => sum + cpu, 0) * 1_000,
    'longest response of the server, ms': longestResponse,
    'server CPU until all is sent, ms': (server.cpuSeconds() - cpuBefore) * 1_000,
    mails,
    webhooks: requests,
  };
}
