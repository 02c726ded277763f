import { setTimeout as delay } from 'node:timers/promises';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { IngestLoad, type IngestRound } from './harness/ingest-rounds.ts';
import { LiveConsole } from './harness/live-console.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { startServer } from './harness/server.ts';
import { surveyLine, surveyReports } from './harness/survey-flight.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'Positions per second of the same flights without planes and tasks, and of aircraft in tasks with lines of 5,000 points, in turn; then the latency of notices at a report a second.',
  {
    aircraft: { meaning: 'devices, each on a separate connection', default: 500 },
    tasks: { meaning: 'open tasks, each with a line', default: 200 },
    window: { meaning: 'unacknowledged positions per device', default: 8 },
    rounds: { meaning: 'rounds of each, in turn, after a warm-up', default: 5 },
    seconds: { meaning: 'seconds per round', default: 6 },
    live: { meaning: 'seconds of a report a second for the latency; 0: skip it', default: 120 },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
  },
);
/** Of devices without planes, of aircraft, and of aircraft that report once a second. */
const FIRST_IMEI = { plain: 13_900_000_000, flown: 13_910_000_000, live: 13_920_000_000 };
/** Frames per device of the warm-up round: the take-off and the climb are part of it. */
const WARM_UP_FRAMES = 200;
/** The tape of a device is this much longer than the fastest round needed: encoding takes longer than sending. */
const SPARE = 1.4;
/** Seconds after which an aircraft deviates again; each deviation makes a notice, and one at its end. */
const DEVIATION_EVERY = 60;
/** Milliseconds before now at which the live flights start, so that they are in the air: a notice is at most 10 minutes old. */
const LIVE_OFFSET = 9 * 60_000;
/** Reports of a live flight before it is measured. */
const LIVE_WARM_UP = 340;
const MAX_WAIT = 60_000;
/** Milliseconds without a reload of the tasks after which the engine has all of them. */
const SETTLED = 2_000;

const taskOf = (device: number) => device % sizes.tasks;
const reportsOf = (deviationEvery: number) => (device: number, start: number, count: number, first: number) =>
  surveyReports(taskOf(device), start, { count, first, deviationEvery });

const data = makeDataFolder();
const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
const server = await startServer({ data, execArgv: profile });
const measurements: Record<string, Spread | number> = {};
try {
  const load = { connections: sizes.aircraft, window: sizes.window, seconds: sizes.seconds, perFrame: 1 };
  const options = { ...load, frames: WARM_UP_FRAMES, reports: reportsOf(0) };
  const plain = await IngestLoad.open(server, options, FIRST_IMEI.plain);
  const flown = await IngestLoad.open(server, options, FIRST_IMEI.flown);
  // The server closes connections that send nothing while the tasks are created.
  plain.close();
  flown.close();
  const taskIds = await createTasks('flown');
  await plain.connect();
  await flown.connect();
  let fastest = Math.max((await plain.round()).rate, (await flown.round()).rate);
  await requireFlights(sizes.aircraft);
  const frames = () => Math.ceil((SPARE * fastest * sizes.seconds) / sizes.aircraft);
  const rounds: Record<'plain' | 'aircraft', IngestRound[]> = { plain: [], aircraft: [] };
  for (let round = 0; round < sizes.rounds; round++) {
    rounds.plain.push(await plain.round(frames()));
    rounds.aircraft.push(await flown.round(frames()));
    const [before, after] = [rounds.plain.at(-1), rounds.aircraft.at(-1)];
    fastest = Math.max(fastest, before?.rate ?? 0, after?.rate ?? 0);
    console.log(
      `${Math.round(before?.rate ?? 0)} -> ${Math.round(after?.rate ?? 0)} positions/s as aircraft`,
    );
  }
  plain.close();
  flown.close();
  record('plain', rounds.plain);
  record('aircraft', rounds.aircraft);
  const costOf = ({ serverCpu, databaseCpu }: IngestRound) => serverCpu + databaseCpu;
  measurements['CPU of aircraft, % of plain'] = spreadOf(
    rounds.aircraft.map((round, at) => (100 * costOf(round)) / costOf(rounds.plain[at] ?? round)),
  );
  if (sizes.live > 0) {
    for (const taskId of taskIds) await server.client.call('deleteTask', { taskId });
    await measureNotices();
  }
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await server.stop();
  removeDataFolder(data);
}
writeReport('aviation', sizes, measurements);

/** Creates a plane for each of these devices, and the tasks with their lines; resolves when the engine has loaded them. */
async function createTasks(devices: keyof typeof FIRST_IMEI): Promise<readonly number[]> {
  const first = FIRST_IMEI[devices];
  const { list } = await server.client.call('queryAllTrackers', {});
  const byImei = new Map(list.map(({ imei, trackerId }) => [Number(imei), trackerId]));
  const trackersOf: number[][] = Array.from({ length: sizes.tasks }, () => []);
  for (let device = 0; device < sizes.aircraft; device++) {
    const trackerId = byImei.get(first + device) ?? 0;
    trackersOf[taskOf(device)]?.push(trackerId);
    const tailNumber = `${devices.toUpperCase()}-${device}`;
    await server.client.call('createPlane', { tailNumber, kind: 'light', trackerId });
  }
  const routeIds: number[] = [];
  for (let task = 0; task < sizes.tasks; task++) {
    const dataPoints = surveyLine(task).map(([lng, lat]): [number, number] => [lng, lat]);
    const route = { routeName: `Line ${task}`, dataPoints, color: '#0b5cad' };
    routeIds.push((await server.client.call('addRoute', route)).routeId);
  }
  const taskIds: number[] = [];
  for (const [task, trackerIds] of trackersOf.entries()) {
    const routeId = routeIds[task] ?? 0;
    const line = { routeId, limit: 100, lowest: 200, highest: 2_000 } as const;
    const form = { taskName: `Survey ${task}`, flightNumber: `S${task}`, trackerIds, line };
    taskIds.push((await server.client.call('createTask', form)).taskId);
  }
  for (let reloads = -1; ; await delay(SETTLED)) {
    const now = await server.metric('wakeline_rule_reloads_total');
    if (now === reloads) return taskIds;
    reloads = now;
  }
}

/** @throws Error unless the engine has found the take-offs: the aircraft would not be watched on the ground. */
async function requireFlights(count: number): Promise<void> {
  const { total } = await server.client.call('queryLegsByPage', {});
  if (total !== count) throw new Error(`${total} of ${count} aircraft have taken off`);
}

function record(name: string, rounds: readonly IngestRound[]): void {
  measurements[`${name}, positions a second`] = spreadOf(rounds.map(({ rate }) => rate));
  measurements[`${name}, acknowledged p99 ms`] = spreadOf(rounds.map(({ p99 }) => p99));
  measurements[`${name}, server CPU us a position`] = spreadOf(rounds.map(({ serverCpu }) => serverCpu));
  measurements[`${name}, database CPU us a position`] = spreadOf(
    rounds.map(({ databaseCpu }) => databaseCpu),
  );
}

/** From sending a report that deviates, or is back on the line, to its notice in a console. */
async function measureNotices(): Promise<void> {
  const load = await PacedLoad.open(server, sizes.aircraft, {
    firstImei: FIRST_IMEI.live,
    startOffset: LIVE_OFFSET,
    reports: reportsOf(DEVIATION_EVERY),
  });
  await createTasks('live');
  // Faster than real time, so that all aircraft are in the air.
  await load.send(sizes.aircraft * 4, LIVE_WARM_UP / 4);
  const live = await LiveConsole.open(server, load.sentAt);
  const cpu = server.cpuSeconds();
  const startedAt = performance.now();
  const before = load.sent / sizes.aircraft;
  await load.send(sizes.aircraft, sizes.live);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = load.sent / sizes.aircraft;
  // A deviation counts at its first report; its end at the second one that is back.
  const deviations = countBetween(before, after, 0) + countBetween(before, after, 4);
  const expected = deviations * sizes.aircraft;
  const giveUp = performance.now() + MAX_WAIT;
  while (live.noticeLatencies.length < expected && performance.now() < giveUp) await delay(50);
  live.close();
  load.close();
  if (live.noticeLatencies.length !== expected)
    throw new Error(`${live.noticeLatencies.length} of ${expected} notices arrived`);
  const latencies = Float64Array.from(live.noticeLatencies).sort();
  measurements.notices = expected;
  measurements['notice p50 ms'] = percentile(latencies, 0.5);
  measurements['notice p99 ms'] = percentile(latencies, 0.99);
  measurements['notice longest ms'] = latencies.at(-1) ?? Number.NaN;
  measurements['server CPU at a report a second, %'] = (100 * (server.cpuSeconds() - cpu)) / seconds;
}

/** Reports from number `from` to `to` at `second` of their deviation. */
function countBetween(from: number, to: number, second: number): number {
  let count = 0;
  for (let report = from; report < to; report++) if (report % DEVIATION_EVERY === second) count += 1;
  return count;
}
