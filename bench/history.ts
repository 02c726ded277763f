import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { report, type Spread, show, spreadOf } from './harness/figures.ts';
import { type ConsoleReplay, measureConsole } from './harness/replay-console.ts';
import { fillReplayHistory } from './harness/replay-history.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { askTracks, type TrackAnswer, type TracksAsked } from './harness/track-answers.ts';

const sizes = readSizes(
  'Replays of long tracks: what the server takes to send them, and what a browser takes to show them.',
  {
    others: { meaning: 'positions of other devices, among which they lie', default: 20_000_000 },
    days: { meaning: 'days of the device with one fix a second', default: 31 },
    devices: { meaning: 'devices that are replayed together, three days of them', default: 200 },
    interval: { meaning: 'seconds between two fixes of one of these', default: 10 },
    points: { meaning: 'fixes of a coarse whole', default: 4_000 },
    rounds: { meaning: 'times that each is asked for, after once to warm up', default: 5 },
    loads: {
      meaning: 'times that each replay is opened in a browser without a cache; 0: not at all',
      default: 3,
    },
    seconds: { meaning: 'seconds of scrubbing', default: 10 },
  },
);

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const MANY_DAYS = 3;
const MIB = 1024 * 1024;

const figures: Record<string, Spread | number> = {};
const data = makeDataFolder();
const server = await startServer({ data });
try {
  const end = Math.floor(Date.now() / SECOND) * SECOND;
  const start = end - sizes.days * DAY;
  const [single = 0, ...many] = await server.register(
    Array.from({ length: 1 + sizes.devices }, (_, at) => String(13_800_000_000 + at)),
  );
  await fill(start, single, many);
  await askAll(server, { end, single, many });
  if (sizes.loads > 0)
    Object.assign(figures, await measureConsole(server, replaysOf({ end, single, many }), sizes));
  figures['server memory, peak MiB'] = Math.round(server.peakMemory() / MIB);
  report('history', sizes, figures);
} finally {
  await server.stop();
  removeDataFolder(data);
}

async function fill(start: number, single: number, many: readonly number[]): Promise<void> {
  const begin = performance.now();
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
    `${filled.positions.toLocaleString('en')} positions in ${Math.round((performance.now() - begin) / SECOND)} s`,
  );
  figures['positions in the history'] = filled.positions;
  figures['bytes of a position, with its index'] = Math.round((filled.bytes / filled.positions) * 10) / 10;
}

interface Replayed {
  readonly end: number;
  readonly single: number;
  readonly many: readonly number[];
}

async function askAll(from: BenchServer, { end, single, many }: Replayed): Promise<void> {
  const last = (days: number) => ({ startTime: end - days * DAY, endTime: end - 1 });
  const lengths = [1, 7, 31].filter((days) => days <= sizes.days);
  for (const days of lengths) {
    const asked = { trackerIds: [single], ...last(days), points: sizes.points };
    await measure(from, `coarse, ${days} days`, asked);
  }
  const middle = end - (sizes.days / 2) * DAY;
  const hour = { startTime: middle, endTime: middle + HOUR - 1 };
  await measure(from, 'detail, an hour', { trackerIds: [single], ...hour });
  await measure(from, 'detail, three hours', {
    trackerIds: [single],
    ...hour,
    endTime: middle + 3 * HOUR - 1,
  });
  const three = last(Math.min(MANY_DAYS, sizes.days));
  if (many.length > 0) {
    const coarse = { trackerIds: many, ...three, points: Math.max(2, many.length * 200) };
    await measure(from, `coarse, ${many.length} devices`, coarse);
  }
  figures['server memory, peak MiB before every fix is asked for'] = Math.round(from.peakMemory() / MIB);
  for (const days of lengths)
    await measure(from, `every fix, ${days} days`, { trackerIds: [single], ...last(days) });
  if (many.length > 0)
    await measure(from, `every fix, ${many.length} devices`, { trackerIds: many, ...three });
}

/** What is looked at in the console. */
function replaysOf({ end, single, many }: Replayed): Record<string, ConsoleReplay> {
  const lengths = [1, 7, 31].filter((days) => days <= sizes.days);
  const replays: Record<string, ConsoleReplay> = {};
  for (const days of lengths)
    replays[`${days} days`] = { trackerIds: [single], start: end - days * DAY, end: end - 1 };
  const start = end - Math.min(MANY_DAYS, sizes.days) * DAY;
  if (many.length > 1) replays[`${many.length} devices`] = { trackerIds: many, start, end: end - 1 };
  return replays;
}

/** Asks several times, and once before; figures of each time, those of the server's processor among them. */
async function measure(from: BenchServer, name: string, asked: TracksAsked): Promise<void> {
  const answers: (TrackAnswer & { readonly cpu: number })[] = [];
  for (let round = 0; round <= sizes.rounds; round += 1) {
    const cpu = from.cpuSeconds();
    const answer = await askTracks(from, asked);
    if (round > 0) answers.push({ ...answer, cpu: (from.cpuSeconds() - cpu) * SECOND });
  }
  const [{ fixes, bytes } = { fixes: 0, bytes: 0 }] = answers;
  const whole = spreadOf(answers.map((answer) => answer.whole));
  figures[`${name}: ms`] = whole;
  figures[`${name}: fixes`] = fixes;
  if (asked.points === undefined) {
    figures[`${name}: MB`] = Math.round(bytes / 1e5) / 10;
    figures[`${name}: first bytes, ms`] = spreadOf(answers.map(({ first }) => first));
    figures[`${name}: fixes a second`] = spreadOf(
      answers.map((one) => Math.round((one.fixes / one.whole) * SECOND)),
    );
    figures[`${name}: processor ms of the server without its database`] = spreadOf(
      answers.map(({ cpu }) => cpu),
    );
  }
  console.log(`${name}: ${fixes.toLocaleString('en')} fixes in ${show(whole)} ms`);
}
