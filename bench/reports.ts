import { setTimeout as delay } from 'node:timers/promises';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { fillTracks } from './harness/replay-history.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'The overview of many devices and days, and days that are computed again beside ingest.',
  {
    devices: { meaning: 'devices of the account', default: 10_000 },
    days: { meaning: 'days of all devices', default: 31 },
    long: { meaning: 'days of one device', default: 400 },
    recomputed: { meaning: 'devices whose days are computed again', default: 33 },
    interval: { meaning: 'seconds between their fixes', default: 60 },
    rate: { meaning: 'reports a second meanwhile', default: 500 },
    rounds: { meaning: 'requests of each kind', default: 5 },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
  },
);
const DAY = 86_400_000;
const MAX_DAYS = 366;
const today = Math.floor(Date.now() / DAY);
const measurements: Record<string, Spread | number> = {};

const data = makeDataFolder();
try {
  const first = await startServer({ data });
  await insertFleet(databaseUrlOf(data), createFleet(sizes.devices));
  await first.stop();
  const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
  // The engine reads states when it starts.
  const server = await startServer({ data, execArgv: profile });
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    await measureOverview(server, client);
    await measureRecomputation(server, client);
    Object.assign(measurements, await measureYardstick(data));
  } finally {
    await client.end();
    await server.stop();
  }
} finally {
  removeDataFolder(data);
}
writeReport('reports', sizes, measurements);

type OverviewPayload = PayloadOf<Operations['queryOperaOverview']>;

async function measureOverview(server: BenchServer, client: pg.Client): Promise<void> {
  const ids = await fillDays(client);
  const [one = 0] = ids;
  const period = periodOf(sizes.days, today);
  const top = { sort: 'mileage', direction: 'descending', pageSize: 20 } as const;
  const requests: Readonly<Record<string, readonly Partial<OverviewPayload>[]>> = {
    'overview, first page, ms': [{ ...period, by: 'device', pageSize: 50 }],
    'overview by mileage, last page, ms': [
      { ...period, by: 'device', ...top, pageSize: 50, pageIndex: Math.ceil(sizes.devices / 50) },
    ],
    'overview by device and day, ms': [{ ...period, by: 'deviceDay', pageSize: 50 }],
    'overview by group, ms': [{ ...period, by: 'group', pageSize: 50 }],
    [`one device, ${sizes.long} days in periods of ${MAX_DAYS}, ms`]: [
      { ...periodOf(MAX_DAYS, today), by: 'day', trackerIds: [one], pageSize: 100 },
      { ...periodOf(sizes.long - MAX_DAYS, today - MAX_DAYS), by: 'day', trackerIds: [one], pageSize: 100 },
    ],
  };
  for (const [name, payloads] of Object.entries(requests)) {
    await measure(name, async () => {
      for (const payload of payloads) {
        const { total } = await server.client.call('queryOperaOverview', payload as OverviewPayload);
        if (total === 0) throw new Error(`${name}: no rows`);
      }
    });
  }
  for (const by of ['day', 'week', 'device', 'deviceDay', 'group'] as const) {
    const name = `chart by ${by}, ms`;
    await measure(name, async () => {
      const request = { ...period, by, measure: 'mileage' } as const;
      const { rows } = await server.client.call('queryOperaOverviewChart', request);
      if (rows.length === 0) throw new Error(`${name}: no rows`);
    });
  }
}

async function measure(name: string, request: () => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= sizes.rounds; round++) {
    const startedAt = performance.now();
    await request();
    // The first one fills the caches.
    if (round > 0) times.push(performance.now() - startedAt);
  }
  measurements[name] = spreadOf(times);
  console.log(`${name}: ${Math.round(spreadOf(times).median)}`);
}

/** The last `days` days up to one, days since 1970-01-01. */
function periodOf(days: number, last: number) {
  const text = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
  return { startDay: text(last - days + 1), endDay: text(last) };
}

/** Day rows as a delivery van has them. Returns the devices. */
async function fillDays(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ tracker_id: number }>(
    'select tracker_id from tracker order by tracker_id',
  );
  const ids = rows.map(({ tracker_id }) => tracker_id);
  const fill = (devices: readonly number[], first: number, last: number) =>
    client.query(
      `insert into device_day (tracker_id, day, trip_time, stop_time, gap_time, ignition, idle, first_fix, last_fix,
         trip_metres, other_metres, night_time, night_metres, trips, stops, max_speed, max_time, max_latitude,
         max_longitude, alarms, overspeeds, entries, exits)
       select id, day, 14400000 + id % 1000 * 3600, 72000000 - id % 1000 * 3600, 0, 16000000, 1600000,
         day * 86400000::bigint, (day + 1) * 86400000::bigint - 60000, 90000 + id % 500 * 100, 50, 600000, 5000, 9, 8,
         60 + (id + day) % 40, day * 86400000::bigint + 30000000, 540000000, 100000000, id % 3, day % 2, 2, 2
       from unnest($1::int[]) id, generate_series($2::int, $3::int) day on conflict do nothing`,
      [devices, first, last],
    );
  await fill(ids, today - sizes.days + 1, today);
  await fill(ids.slice(0, 1), today - sizes.long + 1, today);
  await client.query('vacuum analyze device_day');
  return ids;
}

/** Finds the days of some devices again, first without other work, then while others report. */
async function measureRecomputation(server: BenchServer, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tracker_id: number }>(
    'select tracker_id from tracker order by tracker_id desc limit $1',
    [sizes.recomputed],
  );
  const trackers = rows.map(({ tracker_id }) => tracker_id);
  const start = (today - sizes.days) * DAY;
  measurements['positions of recomputed days'] = await fillTracks(client, {
    ...{ start, days: sizes.days, trackers, interval: sizes.interval },
  });
  measurements['recomputed device-days'] = sizes.recomputed * sizes.days;
  const acknowledged: number[] = [];
  const load = await PacedLoad.open(server, 100, { onAcknowledged: (ms) => acknowledged.push(ms) });
  const p99 = () =>
    percentile(
      acknowledged.splice(0).toSorted((a, b) => a - b),
      0.99,
    );
  await load.send(sizes.rate, 10);
  await delay(500);
  measurements['ingest p99 before, ms'] = p99();
  const stopping = new AbortController();
  const sending = load.send(sizes.rate, 600, stopping.signal);
  const startedAt = performance.now();
  await client.query(
    `insert into day_recompute (tracker_id, from_time, to_time, since, marked_at)
     select id, 0, $2, now() - interval '1 hour', now() - interval '1 hour' from unnest($1::int[]) id
     on conflict (tracker_id) do nothing`,
    [trackers, today * DAY],
  );
  const before = await server.metric('wakeline_activity_recompute_seconds_sum');
  const isPending = async () =>
    (await client.query('select from day_recompute where tracker_id = any ($1::int[])', [trackers])).rowCount;
  while ((await isPending()) !== 0) await delay(200);
  measurements['recomputation beside ingest, seconds with waits'] = (performance.now() - startedAt) / 1_000;
  measurements['the same without waits, seconds'] =
    (await server.metric('wakeline_activity_recompute_seconds_sum')) - before;
  stopping.abort();
  await sending;
  await delay(500);
  measurements['ingest p99 meanwhile, ms'] = p99();
  load.close();
}
