import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { fillEvents } from './harness/event-history.ts';
import { percentile, type spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, startServer } from './harness/server.ts';

const sizes = readSizes('Size of the event history, and reading the events of one device from it.', {
  events: { meaning: 'events in the history', default: 20_000_000 },
  devices: { meaning: 'devices', default: 10_000 },
  weeks: { meaning: 'weeks of the history', default: 26 },
  requests: { meaning: 'requests of each, each of another device', default: 200 },
});
const DAY = 86_400_000;
const PAGE = 1_000;

const data = makeDataFolder();
const measurements: Record<string, ReturnType<typeof spreadOf> | number> = {};
const server = await startServer({ data });
try {
  const imeis = Array.from({ length: sizes.devices }, (_, at) => String(13_900_000_000 + at));
  const trackerIds = await server.register(imeis);
  await fill();
  // What was just written must not be what the first requests wait for.
  await delay(1_000);
  await measure('the first 50 of a month', trackerIds, firstPage);
  await measure('all of a month', trackerIds, fullMonth);
} finally {
  await server.stop();
  removeDataFolder(data);
}
writeReport('events', sizes, measurements);

async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  const startedAt = performance.now();
  const { row, index } = await fillEvents(client, {
    events: sizes.events,
    trackers: sizes.devices,
    weeks: sizes.weeks,
  });
  await client.end();
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  measurements['bytes an event, with index'] = Math.round((row + index) * 10) / 10;
  measurements['bytes an event, without'] = Math.round(row * 10) / 10;
}

/** @param read returns the number of events. */
async function measure(
  name: string,
  trackerIds: readonly number[],
  read: (client: BenchServer['client'], trackerId: number) => Promise<number>,
): Promise<void> {
  const times: number[] = [];
  let events = 0;
  const step = Math.max(1, Math.floor(trackerIds.length / sizes.requests));
  for (let at = 0; at < trackerIds.length && times.length < sizes.requests; at += step) {
    const startedAt = performance.now();
    events += await read(server.client, trackerIds[at] ?? 0);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  measurements[`${name}: events`] = Math.round(events / times.length);
  measurements[`${name}: p50 ms`] = Math.round(percentile(times, 0.5) * 10) / 10;
  measurements[`${name}: p99 ms`] = Math.round(percentile(times, 0.99) * 10) / 10;
}

function month() {
  const endTime = Date.now();
  return { startTime: endTime - 31 * DAY, endTime };
}

async function firstPage(client: BenchServer['client'], trackerId: number): Promise<number> {
  return (await client.call('queryDeviceEvents', { trackerId, ...month() })).list.length;
}

async function fullMonth(client: BenchServer['client'], trackerId: number): Promise<number> {
  const window = month();
  let events = 0;
  for (let before: Awaited<ReturnType<typeof page>>['next'] | undefined; before !== null; ) {
    const { list, next } = await page(client, { trackerId, ...window, ...(before && { before }) });
    events += list.length;
    before = next;
  }
  return events;
}

function page(
  client: BenchServer['client'],
  payload: Omit<Parameters<typeof client.call<'queryDeviceEvents'>>[1], 'pageSize'>,
) {
  return client.call('queryDeviceEvents', { ...payload, pageSize: PAGE });
}
