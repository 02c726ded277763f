import type { PayloadInput } from '@wakeline/contract/operation';
import { DEVICE_SORTS, type queryDeviceDtosByPage } from '@wakeline/contract/trackers/devices';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { createFleet, insertFleet } from './harness/large-fleet.ts';
import { percentile, spreadOf, writeReport } from './harness/measurements.ts';
import { seeded } from './harness/random.ts';
import { type BenchServer, startServer } from './harness/server.ts';
import { varyDevices } from './harness/vary-devices.ts';
import { measureYardstick } from './harness/yardstick.ts';

type Request = PayloadInput<typeof queryDeviceDtosByPage>;
type Filter = NonNullable<Request['deviceFilter']>;

const sizes = readSizes('Pages of the device table: any filter, any column, either direction, any page.', {
  devices: { meaning: 'devices of the account', default: 100_000 },
  requests: { meaning: 'requests per round, one after the other', default: 300 },
  rounds: { meaning: 'rounds, after one warm-up round', default: 5 },
});

const SEED = 11;
const PAGE_SIZE = 50;
const DAY = 86_400_000;

interface Measured {
  readonly request: Request;
  readonly ms: number;
}

const data = makeDataFolder();
try {
  const server = await startServer({ data });
  try {
    await insertFleet(data, createFleet(sizes.devices));
    await varyDevices(data);
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  removeDataFolder(data);
}

async function measure(server: BenchServer): Promise<void> {
  const random = seeded(SEED);
  const filters = await createFilters(server);
  const totals = await Promise.all(filters.map((deviceFilter) => countDevices(server, deviceFilter)));
  const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const nextRequest = (): Request => {
    const index = Math.floor(random() * filters.length);
    const pages = Math.max(1, Math.ceil((totals[index] ?? 0) / PAGE_SIZE));
    return {
      deviceFilter: filters[index] ?? {},
      sort: choose(DEVICE_SORTS),
      direction: choose(['ascending', 'descending'] as const),
      // First and last pages are requested most often.
      pageIndex: choose([1, pages, 1 + Math.floor(random() * pages)]),
      pageSize: PAGE_SIZE,
    };
  };
  const all: Measured[] = [];
  const rounds: number[][] = [];
  for (let round = 0; round <= sizes.rounds; round++) {
    const measured: Measured[] = [];
    for (let at = 0; at < sizes.requests; at++) measured.push(await time(server, nextRequest()));
    if (round === 0) continue;
    all.push(...measured);
    rounds.push(measured.map(({ ms }) => ms).toSorted((a, b) => a - b));
  }
  printSlowest(all);
  writeReport('devices', sizes, {
    'page p50 ms': spreadOf(rounds.map((sorted) => percentile(sorted, 0.5))),
    'page p99 ms': spreadOf(rounds.map((sorted) => percentile(sorted, 0.99))),
    'slowest page ms': Math.round(Math.max(...all.map(({ ms }) => ms))),
    ...(await measureYardstick(data)),
  });
}

/** One filter of each kind, and some combinations; the first selects everything. */
async function createFilters({ client }: BenchServer): Promise<readonly Filter[]> {
  const now = Date.now();
  const { list } = await client.call('queryAllGroups', {});
  const groupIds = [...list.filter(({ parentId }) => parentId === null), ...list].slice(0, 2);
  return [
    {},
    { keywords: '浙渔' },
    { keywords: '00012' },
    { keywords: 'nothing like it' },
    { groupId: null },
    ...groupIds.map(({ groupId }) => ({ groupId })),
    { models: ['gt06n', ''] },
    { protocols: ['jt808', null] },
    { statuses: ['RUNNING', 'SOS'] },
    { activations: ['unactivated'] },
    { activations: ['activated', 'expired'] },
    { validBefore: now + 30 * DAY },
    { reportedBefore: now - DAY },
    { keywords: 'truck', models: ['V808'], statuses: ['STOP'], validBefore: now + 300 * DAY },
  ];
}

async function countDevices({ client }: BenchServer, deviceFilter: Filter): Promise<number> {
  return (await client.call('queryDeviceDtosByPage', { deviceFilter, pageSize: 1 })).total;
}

async function time({ client }: BenchServer, request: Request): Promise<Measured> {
  const startedAt = performance.now();
  await client.call('queryDeviceDtosByPage', request);
  return { request, ms: performance.now() - startedAt };
}

function printSlowest(all: readonly Measured[]): void {
  console.log('slowest:');
  for (const { request, ms } of all.toSorted((a, b) => b.ms - a.ms).slice(0, 5)) {
    console.log(`  ${Math.round(ms)} ms: ${JSON.stringify(request)}`);
  }
}
