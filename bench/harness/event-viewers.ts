import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './data-folder.ts';
import { type CrowdFigures, EventCrowd } from './event-crowd.ts';
import { EventViewer, ViewerFigures } from './event-viewer.ts';
import { percentile, type Spread, spreadOf } from './measurements.ts';
import { imeisFrom, PacedLoad } from './paced-load.ts';
import { type BenchServer, startServer } from './server.ts';
import { addStraightRace, type StraightRace, storeStraightRace, straightReports } from './straight-race.ts';
import { threadTimes } from './threads.ts';
import { measureYardstick } from './yardstick.ts';

export interface ViewersSizes {
  readonly participants: number;
  readonly viewers: number;
  readonly seconds: number;
  readonly processes: number;
  readonly profile: number;
}

const FIRST_IMEI = 13_600_000_000;
/** Seconds of the race before the measurement. */
const RACED = 1_200;
/** Metres. With 20 points somebody passes one nearly each second. */
const LENGTH = 10_000;
const MAX_SPEED = 5;
/** Shares of the viewers that are measured in turn, after none and one of them. */
const SHARES = [0.2, 0.5, 1] as const;
/** Milliseconds. */
const WARM_UP = 5_000;
const HOUR = 3_600_000;
/** Open files of a process besides the connections of viewers. */
const OTHER_FILES = 1_500;
const MIB = 1024 * 1024;

/** A running match whose participants report each second, watched by more and more viewers. */
export async function measureViewers(sizes: ViewersSizes): Promise<Record<string, Spread | number>> {
  checkOpenFiles(sizes.viewers + OTHER_FILES);
  const data = makeDataFolder();
  const execArgv = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
  const server = await startServer({ data, execArgv });
  try {
    const { load, delays, path } = await startRace(server, data, sizes);
    const stopped = new AbortController();
    const sending = load.send(sizes.participants, HOUR, stopped.signal);
    const measurements: Record<string, Spread | number> = {};
    const viewers = new Set([0, 1, ...SHARES.map((share) => Math.ceil(share * sizes.viewers))]);
    for (const count of viewers) {
      const isLast = count === sizes.viewers;
      const stage = { count, path, seconds: isLast ? sizes.seconds : Math.ceil(sizes.seconds / 3) };
      Object.assign(measurements, await measureStage(server, stage, delays, sizes.processes));
    }
    stopped.abort();
    await sending;
    load.close();
    measurements['server memory, peak MiB'] = Math.round(server.peakMemory() / MIB);
    return { ...measurements, ...(await measureYardstick(data)) };
  } finally {
    await server.stop();
    removeDataFolder(data);
  }
}

async function startRace(server: BenchServer, data: string, { participants }: ViewersSizes) {
  const start = Math.floor(Date.now() / 1_000) * 1_000 - RACED * 1_000;
  const race: StraightRace = { start, length: LENGTH, participants, maxSpeed: MAX_SPEED };
  const trackerIds = await server.register(imeisFrom(FIRST_IMEI, participants));
  const { code } = await addStraightRace(server, race, trackerIds, start + 12 * HOUR);
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  await storeStraightRace(client, race, trackerIds, RACED);
  await client.end();
  const delays: number[] = [];
  const load = await PacedLoad.open(server, participants, {
    ...{ firstImei: FIRST_IMEI, startOffset: 0, trackerIds },
    onAcknowledged: (ms) => delays.push(ms),
    reports: (participant, from, count, first) =>
      straightReports(race, participant, count, (from - start) / 1_000 + first),
  });
  return { load, delays, path: `/service/live/event/${code}/snapshot` };
}

interface Stage {
  readonly count: number;
  readonly path: string;
  readonly seconds: number;
}

/** Figures with some viewers; without any, of the devices alone. */
async function measureStage(
  server: BenchServer,
  { count, path, seconds }: Stage,
  delays: number[],
  processes: number,
): Promise<Record<string, Spread | number>> {
  const { url } = server;
  const crowd =
    count === 0 ? null : await EventCrowd.open({ url, path, viewers: count, first: 0, processes });
  crowd?.poll();
  await delay(WARM_UP);
  const [before, mainBefore] = [server.cpuSeconds(), mainThreadSeconds(server)];
  delays.length = 0;
  crowd?.measure();
  await server.metric('nodejs_eventloop_lag_p99_seconds');
  const startedAt = performance.now();
  const ages = count === 0 ? [] : await watchAges(server, path, seconds);
  await delay(Math.max(0, startedAt + seconds * 1_000 - performance.now()));
  const elapsed = (performance.now() - startedAt) / 1_000;
  const cpu = server.cpuSeconds() - before;
  const main = mainThreadSeconds(server) - mainBefore;
  const lag = await server.metric('nodejs_eventloop_lag_p99_seconds');
  const ingest = percentile(Float64Array.from(delays).sort(), 0.99);
  const name = `${count.toLocaleString('en')} viewers`;
  const figures: Record<string, Spread | number> = {
    [`${name}: server processor, ms a second`]: (cpu * 1_000) / elapsed,
    [`${name}: of it the main thread, ms a second`]: (main * 1_000) / elapsed,
    [`${name}: event loop lag, p99 ms`]: lag * 1_000,
    [`${name}: server memory, MiB`]: Math.round(server.memory() / MIB),
    [`${name}: position acknowledged after, p99 ms`]: ingest,
    ...(crowd === null ? {} : describeCrowd(name, await crowd.end(), { elapsed, cpu, count })),
    ...(ages.length === 0 ? {} : { [`${name}: age of a position in a snapshot, ms`]: spreadOf(ages) }),
  };
  for (const [key, value] of Object.entries(figures))
    console.log(`${key}: ${typeof value === 'number' ? value.toFixed(1) : value.median.toFixed(1)}`);
  return figures;
}

function describeCrowd(
  name: string,
  { latencies, responses, bytes, late, cpu: crowdCpu }: CrowdFigures,
  { elapsed, cpu, count }: { readonly elapsed: number; readonly cpu: number; readonly count: number },
): Record<string, number> {
  const total = latencies.length;
  const share = (status: number) => (100 * (responses.get(status) ?? 0)) / total;
  return {
    [`${name}: requests a second`]: total / elapsed,
    [`${name}: server processor, us a request`]: (cpu * 1e6) / total,
    [`${name}: snapshot p50 ms`]: percentile(latencies, 0.5),
    [`${name}: snapshot p99 ms`]: percentile(latencies, 0.99),
    [`${name}: bytes of a viewer a second`]: bytes / elapsed / count,
    [`${name}: 200, %`]: share(200),
    [`${name}: 304, %`]: share(304),
    [`${name}: others`]: total - (responses.get(200) ?? 0) - (responses.get(304) ?? 0),
    [`${name}: requests too late, %`]: (100 * late) / (total + late),
    [`${name}: load processor, us a request`]: (crowdCpu * 1e6) / total,
  };
}

/** Milliseconds since each position of a viewer's snapshots was recorded: the devices report in turn within each second. */
async function watchAges(server: BenchServer, path: string, seconds: number): Promise<number[]> {
  const { hostname: host, port } = new URL(server.url);
  const options = { host, port: Number(port), path, key: 'viewer-of-ages', localAddress: '127.0.0.1' };
  const viewer = await EventViewer.open(options, new Map(), new ViewerFigures());
  const ages: number[] = [];
  const end = performance.now() + (seconds - 1) * 1_000;
  while (performance.now() < end) {
    viewer.poll();
    await delay(1_000);
    if (viewer.content === null) continue;
    const { positions, time } = JSON.parse(viewer.content) as { positions: [number, number][]; time: number };
    // As of the snapshot: the viewer receives it up to a second later.
    for (const [, at] of positions) if (viewer.version !== null) ages.push(time - at);
    viewer.content = null;
  }
  viewer.close();
  return ages;
}

function mainThreadSeconds({ pid }: BenchServer): number {
  return threadTimes(pid).get(pid)?.seconds ?? 0;
}

/** Node raises its limit of open files to the one that the system allows. */
function checkOpenFiles(files: number): void {
  const limit = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (limit !== undefined && Number(limit) < files)
    throw new Error(
      `${files} open files are needed, and the system allows ${limit}: ulimit -Hn, or --viewers`,
    );
}
