import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let operator: Person;

beforeAll(async () => {
  world = await startWorld();
  operator = await (await world.account('operator')).person('root');
  await world.database.db
    .insertInto('unregistered_device')
    .values(
      [1, 2, 3].map((n) => ({
        imei: `8600000000000${n}0`,
        protocol: n === 3 ? 'gt06' : 'jt808',
        address: `203.0.113.${n}`,
        first_time: new Date(1_000),
        last_time: new Date(n * 10_000),
        count: n,
        ...(n === 2 ? { latitude: 53.5436, longitude: 9.9663, fix_time: new Date(9_000) } : {}),
      })),
    )
    .execute();
});
afterAll(() => world.stop());

function query(payload: {
  readonly keywords?: string;
  readonly protocol?: 'jt808' | 'gt06' | 'osmand';
  readonly pageIndex?: number;
  readonly pageSize?: number;
}) {
  return operator.call('queryUnregisteredDevices', payload);
}

/** The last two digits of the listed numbers. */
async function numbersOf(payload: Parameters<typeof query>[0]): Promise<readonly string[]> {
  return (await query(payload)).list.map(({ imei }) => imei.slice(-2));
}

test('lists devices page by page, most recent first, with their last position', async () => {
  expect(await numbersOf({})).toEqual(['30', '20', '10']);
  const page = await query({ pageIndex: 2, pageSize: 1 });
  expect(page).toEqual({
    total: 3,
    list: [
      {
        imei: '860000000000020',
        protocol: 'jt808',
        address: '203.0.113.2',
        firstTime: 1_000,
        lastTime: 20_000,
        count: 2,
        position: { latitude: 53.5436, longitude: 9.9663, time: 9_000 },
      },
    ],
  });
  expect((await query({ pageIndex: 1, pageSize: 1 })).list[0]?.position).toBeNull();
});

test('finds devices by a part of the number or address, and by protocol', async () => {
  expect(await numbersOf({ keywords: '00030' })).toEqual(['30']);
  expect(await numbersOf({ keywords: '113.2' })).toEqual(['20']);
  expect(await numbersOf({ keywords: '%' })).toEqual([]);
  expect(await numbersOf({ protocol: 'jt808' })).toEqual(['20', '10']);
  expect(await numbersOf({ protocol: 'gt06', keywords: '860' })).toEqual(['30']);
});

test('registers one and several devices from the list, which then no longer has them', async () => {
  await operator.call('addTracker', { trackerName: 'Gull', imei: '860000000000010' });
  const { added } = await operator.call('batchAddTrackers', {
    trackers: ['860000000000020', '860000000000030'].map((imei) => ({ trackerName: imei, imei })),
  });
  expect(added).toHaveLength(2);
  expect(await query({})).toEqual({ list: [], total: 0 });
});
