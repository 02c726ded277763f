import { setTimeout as delay } from 'node:timers/promises';
import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import { readSizes } from './harness/arguments.ts';
import { DESKTOP, openBrowser, PHONE } from './harness/browser.ts';
import { startClip } from './harness/clip.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { FleetLoad } from './harness/fleet-load.ts';
import { pan, wheel } from './harness/map-gestures.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { sharesOfTasks, type TaskShares } from './harness/task-shares.ts';
import {
  type FirstPicture,
  type LongTask,
  type PageTimes,
  WatchedPage,
  writeProfile,
} from './harness/watched-page.ts';

const sizes = readSizes(
  'A fleet on the live map in Chromium with software rendering: time to the first complete rendering, and speed while panning and zooming.',
  {
    trackers: { meaning: 'trackers of one account', default: 100_000 },
    changes: { meaning: 'position changes per second, through the ingest', default: 10_000 },
    seconds: {
      meaning: 'seconds of panning and zooming, including pauses for heap measurements',
      default: 60,
    },
    loads: { meaning: 'page loads, each in a browser context without a cache', default: 3 },
    phone: { meaning: '1: a screen of 390 x 844 pixels', default: 0 },
    slowdown: { meaning: 'times by which the page is slowed down (Chrome DevTools Protocol)', default: 1 },
    clip: {
      meaning: '1: record the moving map, 40 times as fast, as bench/results/map.webm (needs ffmpeg)',
      default: 0,
    },
    profile: {
      meaning:
        '1: write profiles of the main thread, the last of the moving map, to bench/results/*.cpuprofile',
      default: 0,
    },
  },
);

/** Timeout for the first complete rendering on a busy machine, milliseconds. */
const TIMEOUT_MS = 120_000;
/** Seconds of load before a page is opened, and for a page to become stable. */
const WARM_UP_SECONDS = 12;
const SETTLE_SECONDS = 5;
/** Seconds per measured round of the moving map, and the minimum number of rounds. */
const ROUND_SECONDS = 10;
const MIN_ROUNDS = 3;
const MIB = 1024 * 1024;
/** Milliseconds between two pictures of the clip, which plays them at 10 a second. */
const CLIP_FRAME_MS = 4_000;
/** Notches of the wheel before each pan: at the initial view, then zooming in, and out again. */
const NOTCHES = [0, 4, 4, 4, 4, -16] as const;

const data = makeDataFolder();
const fleet = createFleet(sizes.trackers);
const first = await startServer({ data });
await insertFleet(databaseUrlOf(data), fleet);
await first.stop();
// The engine reads states when it starts.
const server = await startServer({ data });
const browser = await openBrowser();
const load = await FleetLoad.open(server, fleet);
// A hanging page must not block the benchmark: closing the browser rejects everything that waits for it.
const timeoutMs = (sizes.seconds + sizes.loads * 150 + 300) * 1_000;
const deadline = setTimeout(() => void browser.close(), timeoutMs);
try {
  load.start(sizes.changes);
  await delay(WARM_UP_SECONDS * 1_000);

  const pictures: (FirstPicture & { longTasks: LongTask[] })[] = [];
  let watched: WatchedPage | null = null;
  for (let round = 0; round < sizes.loads; round++) {
    await watched?.close();
    watched = await WatchedPage.open(browser, server, sizes.trackers, {
      viewport: sizes.phone === 1 ? PHONE : DESKTOP,
      slowdown: sizes.slowdown,
    });
    const end = sizes.profile === 1 && round === 0 ? await watched.profile() : null;
    const picture = await watched.firstPicture(TIMEOUT_MS);
    await end?.('bench/results/map-first.cpuprofile');
    await delay(SETTLE_SECONDS * 1_000);
    pictures.push({ ...picture, longTasks: await watched.takeLongTasks() });
    console.log(
      `counts after ${Math.round(picture.counted)} ms, clusters after ${Math.round(picture.previewed)} ms, ` +
        `a device in the list after ${Math.round(picture.usable)} ms, ` +
        `all listed after ${Math.round(picture.listed)} ms, all on the map after ${Math.round(picture.drawn)} ms, ` +
        `${picture.main.toFixed(1)} s of its main thread, ${picture.workers.toFixed(1)} of its workers`,
    );
  }
  if (watched === null) throw new Error('--loads must be at least 1');

  const stored = await server.metric('wakeline_positions_stored_total');
  const sentBytes = await server.metric('wakeline_state_bytes_total');
  const clip = sizes.clip === 1 ? startClip(watched.page, CLIP_FRAME_MS) : null;
  const cpu = server.cpuSeconds();
  const startedAt = performance.now();
  const rounds: (Shares & { heap: number; at: number })[] = [];
  const tasks: LongTask[] = [];
  const measuredTasks: TaskShares[] = [];
  let gesture = 0;
  while (rounds.length < MIN_ROUNDS || performance.now() - startedAt < sizes.seconds * 1_000) {
    const heap = (await watched.heap()) / MIB;
    await browser.startTracing(watched.page, { categories: ['toplevel'] });
    const end = await watched.sample();
    const before = await watched.times();
    const until = performance.now() + ROUND_SECONDS * 1_000;
    // A gesture takes seconds where frames are slow, so they go on through the rounds.
    for (; performance.now() < until; gesture++) {
      await wheel(watched.page, NOTCHES[gesture % NOTCHES.length] ?? 0);
      await pan(watched.page);
    }
    const shares = sharesOf(before, await watched.times());
    const profile = await end();
    const trace = await browser.stopTracing();
    measuredTasks.push(...sharesOfTasks(trace.toString(), profile));
    if (sizes.profile === 1) writeProfile(profile, 'bench/results/map-moving.cpuprofile');
    tasks.push(...(await watched.takeLongTasks()));
    rounds.push({ ...shares, heap, at: (performance.now() - startedAt) / 1_000 });
    console.log(
      `main ${Math.round(shares.main)} %, busy ${Math.round(shares.busy)} %, workers ${Math.round(shares.workers)} %, ` +
        `${Math.round(shares.frames)} frames a second, heap ${Math.round(heap)} MiB`,
    );
  }
  await clip?.('bench/results/map.webm');
  const seconds = (performance.now() - startedAt) / 1_000;
  const bytes = (await server.metric('wakeline_state_bytes_total')) - sentBytes;
  const changes = ((await server.metric('wakeline_positions_stored_total')) - stored) / seconds;

  for (const task of describeLongestTasks(pictures.flatMap((one) => one.longTasks)))
    console.log(`  while it came: ${task}`);
  for (const task of describeLongestTasks(tasks)) console.log(`  while moving: ${task}`);
  for (const task of describeBusiestTasks(measuredTasks)) console.log(`  processor while moving: ${task}`);
  writeReport('map', sizes, {
    'counts of all, ms': spreadOf(pictures.map(({ counted }) => counted)),
    'clusters of the overview on the map, ms': spreadOf(pictures.map(({ previewed }) => previewed)),
    'first device in the list, ms': spreadOf(pictures.map(({ usable }) => usable)),
    'all in the list, ms': spreadOf(pictures.map(({ listed }) => listed)),
    'all on the map, ms': spreadOf(pictures.map(({ drawn }) => drawn)),
    'of the main thread till then, processor ms': spreadOf(pictures.map(({ main }) => main * 1_000)),
    'of the workers till then, processor ms': spreadOf(pictures.map(({ workers }) => workers * 1_000)),
    'longest task while it came, ms': spreadOf(pictures.map((one) => longestDuration(one.longTasks))),
    'changes a second that were stored': Math.round(changes),
    'bytes over the socket for each of them': Math.round((bytes / seconds / changes) * 10) / 10,
    'reports that were late by 2 s and left out': load.dropped,
    'main thread, % of a processor': spreadOf(rounds.map(({ main }) => main)),
    'main thread with a task in hand, %': spreadOf(rounds.map(({ busy }) => busy)),
    'workers, % of a processor': spreadOf(rounds.map(({ workers }) => workers)),
    'frames a second': spreadOf(rounds.map(({ frames }) => frames)),
    ...summarizeLongTasks(tasks),
    ...summarizeTasks(measuredTasks),
    'heap, MiB': spreadOf(rounds.map(({ heap }) => heap)),
    'heap, MiB a minute': Math.round(slopeOf(rounds.slice(1)) * 60 * 100) / 100,
    'server, % of a processor': Math.round(((server.cpuSeconds() - cpu) / seconds) * 100),
    'server memory, peak MiB': Math.round(server.peakMemory() / MIB),
  });
} finally {
  clearTimeout(deadline);
  await load.stop();
  await browser.close();
  await server.stop();
  removeDataFolder(data);
}

interface Shares {
  readonly main: number;
  readonly busy: number;
  readonly workers: number;
  readonly frames: number;
}

function sharesOf(before: PageTimes, after: PageTimes): Shares {
  const seconds = after.at - before.at;
  return {
    main: (100 * (after.main - before.main)) / seconds,
    busy: (100 * (after.tasks - before.tasks)) / seconds,
    workers: (100 * (after.workers - before.workers)) / seconds,
    frames: (after.frames - before.frames) / seconds,
  };
}

function longestDuration(tasks: readonly LongTask[]): number {
  return Math.max(0, ...tasks.map(({ duration }) => duration));
}

function summarizeLongTasks(tasks: readonly LongTask[]): Record<string, Spread | number> {
  const durations = tasks.map(({ duration }) => duration).sort((a, b) => a - b);
  return {
    'tasks above 50 ms while moving': tasks.length,
    'of these with a script above 50 ms': tasks.filter(({ script }) => script > 50).length,
    'tasks above 100 ms while moving': durations.filter((duration) => duration > 100).length,
    'longest task while moving, ms': Math.round(durations.at(-1) ?? 0),
    'a long task while moving, median ms': Math.round(percentile(durations, 0.5) || 0),
  };
}

/** By processor time, which does not depend on what else the machine has to do. */
function summarizeTasks(tasks: readonly TaskShares[]): Record<string, number> {
  const above = (of: (task: TaskShares) => number) => tasks.filter((task) => of(task) > 50).length;
  const longest = (of: (task: TaskShares) => number) => Math.round(Math.max(0, ...tasks.map(of)));
  return {
    'tasks with 50 ms of a processor': above(({ processor }) => processor),
    'of these with 50 ms of the console': above(({ console: own }) => own),
    'of these with 50 ms of the map engine': above(({ map }) => map),
    'longest task, ms of a processor': longest(({ processor }) => processor),
    'most of the console in a task, ms': longest(({ console: own }) => own),
  };
}

/** The tasks with the most processor time, and whose it was. */
function describeBusiestTasks(tasks: readonly TaskShares[]): string[] {
  return tasks
    .toSorted((a, b) => b.processor - a.processor)
    .slice(0, 8)
    .map(
      ({ processor, duration, console: own, map, collector, other, top }) =>
        `${Math.round(processor)} ms in ${Math.round(duration)}: console ${Math.round(own)}, map engine ` +
        `${Math.round(map)}, collector ${Math.round(collector)}, without a script ${Math.round(other)}; ${top}`,
    );
}

/** The longest tasks with their scripts. */
function describeLongestTasks(tasks: readonly LongTask[]): string[] {
  return tasks
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, 8)
    .map(
      ({ start, duration, script, of }) =>
        `${Math.round(duration)} ms at ${Math.round(start)}; ${Math.round(script)} ms of it ${of || 'no script'}`,
    );
}

/** Heap growth in MiB per second, by least squares. */
function slopeOf(samples: readonly { readonly at: number; readonly heap: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((one) => one.at));
  const heap = mean(samples.map((one) => one.heap));
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return samples.reduce((sum, one) => sum + (one.at - at) * (one.heap - heap), 0) / spread;
}
