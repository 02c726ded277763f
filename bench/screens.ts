import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_BOXES } from '@wakeline/domain/screens/default-boxes';
import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { openBrowser } from './harness/browser.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { fillEvents } from './harness/event-history.ts';
import { FleetLoad } from './harness/fleet-load.ts';
import { spreadOf, writeReport } from './harness/measurements.ts';
import { startServer } from './harness/server.ts';
import { type LongTask, WatchedPage } from './harness/watched-page.ts';

const sizes = readSizes(
  'A visual screen for a simulated time at 60 times the load: memory and long tasks. And how long the figures of its boxes take.',
  {
    trackers: { meaning: 'trackers on the screen, each with a report per minute', default: 2_000 },
    minutes: { meaning: 'simulated minutes, a second each', default: 120 },
    fleet: { meaning: 'trackers whose figures are read', default: 10_000 },
    events: { meaning: 'events of these trackers in five weeks, a third of them alarms', default: 2_000_000 },
  },
);

const DAYS = 31;
const READS = 5;
/** Simulated minutes per measured round. */
const ROUND_SECONDS = 10;
const SETTLE_SECONDS = 15;
const TIMEOUT_MS = 120_000;
const MIB = 1024 * 1024;

/** Day rows and events of all trackers. */
async function fillHistory(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into device_day (tracker_id, day, trip_metres, other_metres, trip_time, stop_time, trips, stops, alarms, overspeeds)
     select tracker_id, day, (tracker_id * 7919 + day % 1000 * 104729) % 200000, 50, 7200000, 36000000, 4, 5, tracker_id % 3, day % 2
     from tracker, generate_series($1::int, $2::int) as day`,
    [Math.floor(Date.now() / 86_400_000) - DAYS + 1, Math.floor(Date.now() / 86_400_000)],
  );
  await client.query('vacuum analyze device_day');
  await fillEvents(client, { events: sizes.events, trackers: sizes.fleet, weeks: 5 });
  await client.end();
}

/** Milliseconds of the first read of all boxes that have figures, each time with another server cache. */
async function measureFigures(): Promise<{ first: number; again: number[]; kinds: Record<string, number> }> {
  const data = makeDataFolder();
  const loading = await startServer({ data });
  await insertFleet(databaseUrlOf(data), createFleet(sizes.fleet));
  await fillHistory(databaseUrlOf(data));
  await loading.stop();
  const server = await startServer({ data });
  try {
    const boxes = [...DEFAULT_BOXES.dashboard, ...DEFAULT_BOXES.visual, ...DEFAULT_BOXES.data].map(
      (box, index) => ({
        ...box,
        boxId: index + 1,
        options: { ...box.options, figures: [...box.options.figures] },
      }),
    );
    const time = async (requested: typeof boxes) => {
      const start = performance.now();
      await server.client.call('queryScreenData', { boxes: requested });
      return performance.now() - start;
    };
    const kinds: Record<string, number> = {};
    const visual = boxes.slice(DEFAULT_BOXES.dashboard.length, -DEFAULT_BOXES.data.length);
    const first = await time(visual);
    for (const box of boxes) kinds[`${box.kind} ${box.boxId}`] = await time([box]);
    const again: number[] = [];
    for (let read = 0; read < READS; read++) again.push(await time(boxes));
    return { first, again, kinds };
  } finally {
    await server.stop();
    removeDataFolder(data);
  }
}

const figures = await measureFigures();
for (const [kind, ms] of Object.entries(figures.kinds)) console.log(`  ${kind}: ${Math.round(ms)} ms`);
const data = makeDataFolder();
const fleet = createFleet(sizes.trackers);
const loading = await startServer({ data });
await insertFleet(databaseUrlOf(data), fleet);
await loading.stop();
// The engine reads states when it starts.
const server = await startServer({ data });
const browser = await openBrowser();
const load = await FleetLoad.open(server, fleet);
const deadline = setTimeout(() => void browser.close(), (sizes.minutes * 3 + 300) * 1_000);
try {
  const viewport = { width: 1_920, height: 1_080 };
  const watched = await WatchedPage.open(browser, server, sizes.trackers, {
    path: '/visualScreen',
    viewport,
  });
  await watched.page
    .locator('dd', { hasText: sizes.trackers.toLocaleString('en-GB') })
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
  // A minute of each tracker in a second.
  load.start(sizes.trackers);
  await delay(SETTLE_SECONDS * 1_000);
  await watched.takeLongTasks();
  const heaps: number[] = [];
  const tasks: LongTask[] = [];
  const stored = await server.metric('wakeline_positions_stored_total');
  const startedAt = performance.now();
  while (performance.now() - startedAt < sizes.minutes * 1_000) {
    heaps.push((await watched.heap()) / MIB);
    await delay(ROUND_SECONDS * 1_000);
    tasks.push(...(await watched.takeLongTasks()));
    console.log(`heap ${Math.round(heaps.at(-1) ?? 0)} MiB, ${tasks.length} tasks above 50 ms`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const half = Math.ceil(heaps.length / 2);
  for (const { duration, of } of tasks.toSorted((a, b) => b.duration - a.duration).slice(0, 5))
    console.log(`  ${Math.round(duration)} ms ${of}`);
  writeReport('screens', sizes, {
    'figures of a visual screen, first read, ms': Math.round(figures.first),
    'figures of three pages, read again, ms': spreadOf(figures.again),
    'changes a second that were stored':
      ((await server.metric('wakeline_positions_stored_total')) - stored) / seconds,
    'heap in the first half, MiB': spreadOf(heaps.slice(0, half)),
    'heap in the second half, MiB': spreadOf(heaps.slice(half)),
    'longest task, ms': Math.max(0, ...tasks.map(({ duration }) => duration)),
    'tasks above 50 ms': tasks.length,
    'tasks above 100 ms': tasks.filter(({ duration }) => duration > 100).length,
  });
  await watched.close();
} finally {
  clearTimeout(deadline);
  await load.stop();
  await browser.close();
  await server.stop();
  removeDataFolder(data);
}
