import { setTimeout as delay } from 'node:timers/promises';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { IngestLoad, type IngestRound } from './harness/ingest-rounds.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'Positions per second without and with rules, in turn; then all devices inactive at once.',
  {
    connections: { meaning: 'devices, each on a separate connection', default: 10_000 },
    window: { meaning: 'unacknowledged positions per device', default: 1 },
    rounds: { meaning: 'rounds of each, in turn, after one warm-up round', default: 5 },
    seconds: { meaning: 'seconds per round', default: 4 },
    idle: { meaning: '1: let all devices be inactive in the end', default: 1 },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
    rules: { meaning: 'rules of the account, each for all devices', default: 20 },
  },
);
const FIRST_IMEI = 13_900_000_000;
/** Frames per device of the warm-up round. */
const WARM_UP_FRAMES = 10;
/** The tape of a device is this much longer than the fastest round needed: encoding takes longer than sending. */
const SPARE = 1.6;
/** Milliseconds between two checks for inactivity, which include rules that notice the passing of time. */
const SWEEP_INTERVAL = 10_000;
/** Milliseconds within which inactivity of a minute must have been noticed. */
const MAX_INACTIVITY = 180_000;

type Condition = PayloadInput<Operations['addRule']>['condition'];

/** Rules that check every report and make few notices: as rules of an account do. */
const CONDITIONS: readonly Condition[] = [
  { type: 'overspeed', limit: 150, seconds: 30, area: null },
  { type: 'lowBattery', percent: 5, recovered: 30 },
  { type: 'stay', minutes: 600 },
  { type: 'idling', minutes: 60 },
  { type: 'offline', minutes: 600 },
  { type: 'fence', fenceIds: null, direction: 'IN', dwellMinutes: 30 },
  { type: 'deviceAlarm', alarms: ['VIBRATION', 'OUTAGE'] },
  { type: 'climb', metres: 500, minutes: 5, direction: 'BOTH' },
  { type: 'noData', times: [480], graceMinutes: 60 },
  { type: 'started' },
];

const data = makeDataFolder();
const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
const server = await startServer({ data, execArgv: profile });
const measurements: Record<string, Spread | number> = {};
/** Positions a second. */
let fastest = 0;
try {
  const load = await IngestLoad.open(server, { ...sizes, frames: WARM_UP_FRAMES, perFrame: 1 }, FIRST_IMEI);
  const ruleIds = await addRules();
  fastest = (await load.round()).rate;
  const without: IngestRound[] = [];
  const withRules: IngestRound[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    without.push(await measure(load));
    await enable(ruleIds, true);
    withRules.push(await measure(load));
    await enable(ruleIds, false);
    const [before, after] = [without.at(-1), withRules.at(-1)];
    console.log(`${Math.round(before?.rate ?? 0)} -> ${Math.round(after?.rate ?? 0)} positions/s with rules`);
  }
  record('without rules', without);
  record(`with ${sizes.rules} rules`, withRules);
  measurements['share of the rate, percent'] = spreadOf(
    withRules.map(({ rate }, at) => (100 * rate) / (without[at]?.rate ?? 0)),
  );
  load.close();
  if (sizes.idle > 0) await measureInactivity();
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await server.stop();
  removeDataFolder(data);
}
writeReport('rules', sizes, measurements);

/** After a report of each device, and a check for inactivity, that are not counted: they meet the rules for the first time. */
async function measure(load: IngestLoad): Promise<IngestRound> {
  await load.round(1);
  await delay(SWEEP_INTERVAL);
  const round = await load.round(Math.ceil((SPARE * fastest * sizes.seconds) / sizes.connections));
  fastest = Math.max(fastest, round.rate);
  return round;
}

async function addRules(): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let at = 0; at < sizes.rules; at++) {
    const condition = CONDITIONS[at % CONDITIONS.length] ?? { type: 'started' as const };
    const rule = { ruleName: `rule ${at}`, condition, appliesTo: 'all' as const, enabled: false };
    ids.push((await server.client.call('addRule', rule)).ruleId);
  }
  return ids;
}

/** Resolves when the engine has loaded the rules. */
async function enable(ruleIds: readonly number[], enabled: boolean): Promise<void> {
  for (const ruleId of ruleIds) await server.client.call('editRule', { ruleId, enabled });
  const expected = enabled ? ruleIds.length : 0;
  while ((await server.metric('wakeline_rules')) !== expected) await delay(100);
}

function record(name: string, rounds: readonly IngestRound[]): void {
  measurements[`${name}, positions a second`] = spreadOf(rounds.map(({ rate }) => rate));
  measurements[`${name}, acknowledged p99 ms`] = spreadOf(rounds.map(({ p99 }) => p99));
  measurements[`${name}, server CPU us a position`] = spreadOf(rounds.map(({ serverCpu }) => serverCpu));
  measurements[`${name}, database CPU us a position`] = spreadOf(
    rounds.map(({ databaseCpu }) => databaseCpu),
  );
  measurements[`${name}, load CPU us a position`] = spreadOf(rounds.map(({ loadCpu }) => loadCpu));
}

/** Processor time of the server from the last report of all devices to their notices, idle time included. */
async function measureInactivity(): Promise<void> {
  const condition = { type: 'offline', minutes: 1 } as const;
  await server.client.call('addRule', { ruleName: 'inactivity', condition, appliesTo: 'all' });
  const before = await server.metric('wakeline_notices_total');
  const cpu = server.cpuSeconds();
  const startedAt = performance.now();
  while ((await server.metric('wakeline_notices_total')) - before < sizes.connections) {
    if (performance.now() - startedAt > MAX_INACTIVITY)
      throw new Error('not every device was noticed as offline');
    await delay(1_000);
  }
  measurements['all devices inactive, server CPU seconds'] =
    Math.round((server.cpuSeconds() - cpu) * 100) / 100;
}
