import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { formatSpread, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { type ConsoleReplay, measureConsole } from './harness/replay-console.ts';
import { fillReplayHistory } from './harness/replay-history.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { requestTracks, type TracksRequest, type TracksResponse } from './harness/track-requests.ts';

const sizes = readSizes(
  'Replays of long tracks: the cost of sending them on the server and of displaying them in a browser.',
  {
    others: { meaning: 'positions of other devices in the history', default: 20_000_000 },
    days: { meaning: 'days of the device with one fix per second', default: 31 },
    devices: { meaning: 'devices of a replay of three days', default: 200 },
    interval: { meaning: 'seconds between two fixes of one of these devices', default: 10 },
    points: { meaning: 'fixes of a coarse track', default: 4_000 },
    rounds: { meaning: 'requests of each, after one warm-up request', default: 5 },
    loads: {
      meaning: 'times each replay is opened in a browser without a cache; 0: never',
      default: 3,
    },
    seconds: { meaning: 'seconds of scrubbing', default: 10 },
    profile: {
      meaning: '1: write profiles of the main thread while scrubbing to bench/results/*.cpuprofile',
      default: 0,
    },
  },
);

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const MANY_DAYS = 3;
const MIB = 1024 * 1024;

const measurements: Record<string, Spread | number> = {};
const data = makeDataFolder();
const server = await startServer({ data });
try {
  const end = Math.floor(Date.now() / SECOND) * SECOND;
  const start = end - sizes.days * DAY;
  const [single = 0, ...many] = await server.register(
    Array.from({ length: 1 + sizes.devices }, (_, at) => String(13_800_000_000 + at)),
  );
  await fill(start, single, many);
  await measureAll(server, { end, single, many });
  if (sizes.loads > 0)
    Object.assign(measurements, await measureConsole(server, replaysOf({ end, single, many }), sizes));
  measurements['server memory, peak MiB'] = Math.round(server.peakMemory() / MIB);
  writeReport('history', sizes, measurements);
} finally {
  await server.stop();
  removeDataFolder(data);
}

async function fill(start: number, single: number, many: readonly number[]): Promise<void> {
  const startedAt = performance.now();
  const { days, interval, others } = sizes;
  const filled = await fillReplayHistory(data, {
    start,
    days,
    single,
    many,
    manyDays: MANY_DAYS,
    interval,
    others,
  });
  console.log(
    `${filled.positions.toLocaleString('en')} positions in ${Math.round((performance.now() - startedAt) / SECOND)} s`,
  );
  measurements['positions in the history'] = filled.positions;
  measurements['bytes of a position, with its index'] =
    Math.round((filled.bytes / filled.positions) * 10) / 10;
}

interface Replayed {
  readonly end: number;
  readonly single: number;
  readonly many: readonly number[];
}

async function measureAll(from: BenchServer, { end, single, many }: Replayed): Promise<void> {
  const last = (days: number) => ({ startTime: end - days * DAY, endTime: end - 1 });
  const lengths = [1, 7, 31].filter((days) => days <= sizes.days);
  for (const days of lengths) {
    const request = { trackerIds: [single], ...last(days), points: sizes.points };
    await measure(from, `coarse, ${days} days`, request);
  }
  const middle = end - (sizes.days / 2) * DAY;
  const hour = { startTime: middle, endTime: middle + HOUR - 1 };
  await measure(from, 'detail, an hour', { trackerIds: [single], ...hour });
  await measure(from, 'detail, three hours', {
    trackerIds: [single],
    ...hour,
    endTime: middle + 3 * HOUR - 1,
  });
  const lastDays = last(Math.min(MANY_DAYS, sizes.days));
  if (many.length > 0) {
    const coarse = { trackerIds: many, ...lastDays, points: Math.max(2, many.length * 200) };
    await measure(from, `coarse, ${many.length} devices`, coarse);
  }
  measurements['server memory, peak MiB before all fixes are requested'] = Math.round(
    from.peakMemory() / MIB,
  );
  for (const days of lengths)
    await measure(from, `every fix, ${days} days`, { trackerIds: [single], ...last(days) });
  if (many.length > 0)
    await measure(from, `every fix, ${many.length} devices`, { trackerIds: many, ...lastDays });
}

/** The replays opened in the console. */
function replaysOf({ end, single, many }: Replayed): Record<string, ConsoleReplay> {
  const lengths = [1, 7, 31].filter((days) => days <= sizes.days);
  const replays: Record<string, ConsoleReplay> = {};
  for (const days of lengths)
    replays[`${days} days`] = { trackerIds: [single], start: end - days * DAY, end: end - 1 };
  const start = end - Math.min(MANY_DAYS, sizes.days) * DAY;
  if (many.length > 1) replays[`${many.length} devices`] = { trackerIds: many, start, end: end - 1 };
  return replays;
}

/** Requests several times after a warm-up; measurements of each request, including the server's CPU time. */
async function measure(from: BenchServer, name: string, request: TracksRequest): Promise<void> {
  const responses: (TracksResponse & { readonly cpu: number })[] = [];
  for (let round = 0; round <= sizes.rounds; round += 1) {
    const cpu = from.cpuSeconds();
    const response = await requestTracks(from, request);
    if (round > 0) responses.push({ ...response, cpu: (from.cpuSeconds() - cpu) * SECOND });
  }
  const [{ fixes, bytes } = { fixes: 0, bytes: 0 }] = responses;
  const complete = spreadOf(responses.map((response) => response.complete));
  measurements[`${name}: ms`] = complete;
  measurements[`${name}: fixes`] = fixes;
  if (request.points === undefined) {
    measurements[`${name}: MB`] = Math.round(bytes / 1e5) / 10;
    measurements[`${name}: first bytes, ms`] = spreadOf(responses.map(({ first }) => first));
    measurements[`${name}: fixes a second`] = spreadOf(
      responses.map((one) => Math.round((one.fixes / one.complete) * SECOND)),
    );
    measurements[`${name}: processor ms of the server without its database`] = spreadOf(
      responses.map(({ cpu }) => cpu),
    );
  }
  console.log(`${name}: ${fixes.toLocaleString('en')} fixes in ${formatSpread(complete)} ms`);
}
