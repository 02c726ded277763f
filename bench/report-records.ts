import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { fillEpisodes } from './harness/episode-history.ts';
import { fillEvents } from './harness/event-history.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes(
  'Lists and charts of stops, overspeeds, visits of fences and alarms of many devices.',
  {
    devices: { meaning: 'devices of the account', default: 10_000 },
    days: { meaning: 'days of all devices', default: 31 },
    events: { meaning: 'events of each device on a day, a third of them alarms', default: 6 },
    rounds: { meaning: 'requests of each kind', default: 5 },
  },
);
const DAY = 86_400_000;
const measurements: Record<string, Spread | number> = {};

const data = makeDataFolder();
try {
  const server = await startServer({ data });
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    await insertFleet(databaseUrlOf(data), createFleet(sizes.devices));
    const { devices, days } = sizes;
    measurements.episodes = await fillEpisodes(client, { devices, days });
    const weeks = Math.ceil(days / 7) + 1;
    await fillEvents(client, { events: devices * weeks * 7 * sizes.events, trackers: devices, weeks });
    await measureRequests(server);
    Object.assign(measurements, await measureYardstick(data));
  } finally {
    await client.end();
    await server.stop();
  }
} finally {
  removeDataFolder(data);
}
writeReport('report-records', sizes, measurements);

async function measureRequests({ client }: BenchServer): Promise<void> {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  const period = { startDay: dayOf(now - (sizes.days - 1) * DAY), endDay: dayOf(now), pageSize: 50 };
  const requests: Readonly<Record<string, () => Promise<{ readonly total: number }>>> = {
    'stops with their chart, ms': () => client.call('queryStopData', period),
    'overspeeds, ms': () => client.call('queryOverSpeedRecord', period),
    'overspeeds by day, ms': () => client.call('queryOverSpeedSums', { ...period, by: 'day' }),
    'visits, ms': () => client.call('queryFenceDataRecord', period),
    'visits by day, ms': () => client.call('queryFenceDataSums', { ...period, by: 'day' }),
    'alarms, ms': () => client.call('queryWarnData', period),
    'alarms by type, ms': () => client.call('queryWarnCount', { ...period, by: 'type' }),
    'alarms by day, ms': () => client.call('queryWarnCount', { ...period, by: 'day' }),
    'alarms by device, ms': () => client.call('queryWarnCount', { ...period, by: 'device' }),
  };
  for (const [name, request] of Object.entries(requests)) {
    const times: number[] = [];
    for (let round = 0; round <= sizes.rounds; round++) {
      const startedAt = performance.now();
      const { total } = await request();
      if (total === 0) throw new Error(`${name}: no rows`);
      // The first one fills the caches.
      if (round > 0) times.push(performance.now() - startedAt);
    }
    measurements[name] = spreadOf(times);
    console.log(`${name}: ${Math.round(spreadOf(times).median)}`);
  }
}
