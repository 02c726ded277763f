import type { PayloadInput } from '@wakeline/contract/operation';
import { DEVICE_SORTS, type queryDeviceDtosByPage } from '@wakeline/contract/trackers/devices';
import { seeded } from '@wakeline/server/testing/seeded';
import { percentile, spreadOf } from '../measurements.ts';
import type { BenchServer } from '../server.ts';
import type { DeviceBench, Figures } from './context.ts';

type Request = PayloadInput<typeof queryDeviceDtosByPage>;
type Filter = NonNullable<Request['deviceFilter']>;

const SEED = 11;
const PAGE_SIZE = 50;
const DAY = 86_400_000;

interface Measured {
  readonly request: Request;
  readonly ms: number;
}

/** Pages of the device table: any filter, any column, either direction, any page. */
export async function measurePages(
  { server, rounds: roundCount }: DeviceBench,
  requests: number,
): Promise<Figures> {
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
  for (let round = 0; round <= roundCount; round++) {
    const measured: Measured[] = [];
    for (let at = 0; at < requests; at++) measured.push(await time(server, nextRequest()));
    if (round === 0) continue;
    all.push(...measured);
    rounds.push(measured.map(({ ms }) => ms).toSorted((a, b) => a - b));
  }
  printSlowest(all);
  return {
    'page p50 ms': spreadOf(rounds.map((sorted) => percentile(sorted, 0.5))),
    'page p99 ms': spreadOf(rounds.map((sorted) => percentile(sorted, 0.99))),
    'slowest page ms': Math.round(Math.max(...all.map(({ ms }) => ms))),
  };
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
