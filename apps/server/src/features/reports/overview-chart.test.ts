import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

/** Days since 1970-01-01 of 2026-05-30 and 31. */
const MAY_30 = Date.UTC(2026, 4, 30) / 86_400_000;
const MAY_31 = MAY_30 + 1;
const HOUR = 3_600_000;
const PERIOD = { startDay: '2026-05-30', endDay: '2026-05-31' };

let world: World;
let ada: Person;
/** A viewer confined to the group Quay. */
let viewer: Person;
let otherUser: Person;
let gull: number;
let tern: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
  const elsewhere = await world.account('elsewhere');
  otherUser = await elsewhere.person('eve');
  gull = await harbour.tracker('861390000000621', 'Gull', groupId);
  tern = await harbour.tracker('861390000000622', 'Tern');
  // Never reported.
  await harbour.tracker('861390000000623', 'Heron');
  const owl = await elsewhere.tracker('861390000000624', 'Owl');
  const drove = (hours: number, trip_metres: number) => ({ trip_time: hours * HOUR, trip_metres, trips: 1 });
  await world.database.db
    .insertInto('device_day')
    .values([
      { tracker_id: gull, day: MAY_30, ...drove(2, 90_000), other_metres: 500, alarms: 2 },
      { tracker_id: gull, day: MAY_31, ...drove(1, 30_000) },
      { tracker_id: tern, day: MAY_31, ...drove(1, 4_000), stop_time: HOUR },
      { tracker_id: owl, day: MAY_31, ...drove(1, 1_000) },
    ])
    .execute();
});
afterAll(() => world.stop());

const NO_DEVICE = { trackerId: null, trackerName: null, groupName: null };

test('has a value for each day, also of one without data', async () => {
  const period = { startDay: '2026-05-29', endDay: '2026-05-31' };
  const days = await ada.call('queryOperaOverviewChart', { ...period, by: 'day', measure: 'mileage' });
  expect(days).toEqual({
    by: 'day',
    rows: [
      { ...NO_DEVICE, startDay: '2026-05-29', value: null },
      { ...NO_DEVICE, startDay: '2026-05-30', value: 90_500 },
      { ...NO_DEVICE, startDay: '2026-05-31', value: 34_000 },
    ],
  });
  // Events are known without positions.
  const alarms = await ada.call('queryOperaOverviewChart', { ...period, by: 'day', measure: 'alarms' });
  expect(alarms.rows.map(({ value }) => value)).toEqual([0, 2, 0]);
});

test('has the sums of weeks and months', async () => {
  // 31 May 2026 is a Sunday.
  for (const by of ['week', 'month'] as const) {
    const { rows } = await ada.call('queryOperaOverviewChart', { ...PERIOD, by, measure: 'tripTime' });
    expect(rows).toEqual([{ ...NO_DEVICE, startDay: '2026-05-30', value: 4 * HOUR }]);
  }
});

test.each([['device'], ['total']] as const)('ranks the devices of an overview by %s', async (by) => {
  const chart = await ada.call('queryOperaOverviewChart', { ...PERIOD, by, measure: 'mileage' });
  expect(chart.by).toBe('device');
  expect(chart.rows.map(({ trackerName, value }) => [trackerName, value])).toEqual([
    ['Gull', 120_500],
    ['Tern', 4_000],
    ['Heron', null],
  ]);
});

test('ranks groups, and devices without one', async () => {
  const { rows } = await ada.call('queryOperaOverviewChart', { ...PERIOD, by: 'group', measure: 'stopTime' });
  expect(rows.map(({ groupName, value }) => [groupName, value])).toEqual([
    [null, HOUR],
    ['Quay', 0],
  ]);
});

test('has the days of the highest devices', async () => {
  const by = 'deviceDay';
  const { rows } = await ada.call('queryOperaOverviewChart', { ...PERIOD, by, measure: 'trips' });
  const values = rows.map(({ trackerName, startDay, value }) => `${trackerName} ${startDay} ${value}`);
  expect(values.toSorted()).toEqual([
    ...['Gull 2026-05-30 1', 'Gull 2026-05-31 1', 'Heron 2026-05-30 null', 'Heron 2026-05-31 null'],
    ...['Tern 2026-05-30 null', 'Tern 2026-05-31 1'],
  ]);
  const day = { startDay: '2026-05-31', endDay: '2026-05-31' };
  const ofOneDay = await ada.call('queryOperaOverviewChart', { ...day, by, measure: 'trips' });
  expect(ofOneDay.by).toBe('device');
});

test('a user sees the devices of their groups only, and nothing of another account', async () => {
  const request = { ...PERIOD, by: 'device', measure: 'mileage' } as const;
  const trackerIds = [gull, tern];
  const limited = await viewer.call('queryOperaOverviewChart', { ...request, trackerIds });
  expect(limited.rows.map(({ trackerName }) => trackerName)).toEqual(['Gull']);
  expect(await otherUser.call('queryOperaOverviewChart', { ...request, trackerIds })).toEqual({
    by: 'device',
    rows: [],
  });
});

test('refuses periods as the overview does', async () => {
  const refused = (startDay: string, endDay: string, by: 'day' | 'deviceDay', errorName: string) =>
    expect(
      ada.call('queryOperaOverviewChart', { startDay, endDay, by, measure: 'trips' }),
    ).rejects.toMatchObject({ errorName });
  await refused('2026-06-02', '2026-06-01', 'day', 'report-period');
  await refused('2025-01-01', '2026-01-02', 'day', 'report-too-long');
  await refused('2026-05-01', '2026-06-01', 'deviceDay', 'report-rows-too-long');
});
