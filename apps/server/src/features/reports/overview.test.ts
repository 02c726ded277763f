import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Days since 1970-01-01 of 2026-05-30 and 31; the present is 20:00 of 1 June in China. */
const MAY_30 = Date.UTC(2026, 4, 30) / 86_400_000;
const MAY_31 = MAY_30 + 1;
/** 2 pi * 6,371,008.8 m / 360. */
const METRES_PER_DEGREE = 111_195.08;
const IMEI = '13900000611';

let world: World;
let ada: Person;
/** A viewer confined to the group Quay. */
let viewer: Person;
let otherUser: Person;
let groupId: number;
let gull: number;
let tern: number;
let heron: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  groupId = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
  viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
  const elsewhere = await world.account('elsewhere');
  otherUser = await elsewhere.person('eve');
  gull = await harbour.tracker(IMEI, 'Gull', groupId);
  tern = await harbour.tracker('861390000000612', 'Tern');
  heron = await harbour.tracker('861390000000613', 'Heron');
  const owl = await elsewhere.tracker('861390000000614', 'Owl');
  const day = { first_fix: null, last_fix: null };
  await world.database.db
    .insertInto('device_day')
    .values([
      {
        ...{
          tracker_id: gull,
          day: MAY_30,
          ...day,
          trip_time: 2 * HOUR,
          stop_time: 6 * HOUR,
          gap_time: 4 * HOUR,
        },
        ...{ trip_metres: 90_000, other_metres: 500, trips: 3, stops: 2, ignition: 3 * HOUR, idle: HOUR },
        ...{
          max_speed: 82.5,
          max_time: Date.UTC(2026, 4, 30, 3),
          max_latitude: 250_000_000,
          max_longitude: 1_100_000_000,
        },
        ...{ alarms: 2, overspeeds: 1, entries: 4, exits: 3 },
      },
      {
        ...{
          tracker_id: gull,
          day: MAY_31,
          ...day,
          trip_time: HOUR,
          stop_time: 2 * HOUR,
          trip_metres: 30_000,
        },
        ...{ trips: 1, stops: 1, ignition: HOUR, idle: 0, max_speed: 61, max_time: Date.UTC(2026, 4, 31, 3) },
        ...{ max_latitude: 250_000_000, max_longitude: 1_100_000_000 },
      },
      { tracker_id: tern, day: MAY_31, ...day, stop_time: 24 * HOUR, stops: 1 },
      { tracker_id: owl, day: MAY_31, ...day, trip_time: HOUR, trip_metres: 1_000 },
    ])
    .execute();
});
afterAll(() => world.stop());

const PERIOD = { startDay: '2026-05-30', endDay: '2026-05-31' };

test('sums the days of each device, also of a device without data', async () => {
  const { list, total, sum } = await ada.call('queryOperaOverview', PERIOD);
  expect(total).toBe(3);
  expect(list.map(({ trackerName }) => trackerName)).toEqual(['Gull', 'Heron', 'Tern']);
  const [first, second, third] = list;
  expect(first).toMatchObject({
    ...{ trackerId: gull, imei: IMEI, groupId, groupName: 'Quay', startDay: null, devices: 1 },
    ...{ mileage: 120_500, tripTime: 3 * HOUR, stopTime: 8 * HOUR, gapTime: 4 * HOUR, trips: 4, stops: 3 },
    // 120 km in 3 hours.
    averageSpeed: 40,
    maxSpeed: { speed: 82.5, time: Date.UTC(2026, 4, 30, 3), latitude: 25, longitude: 110, trackerId: gull },
    ...{ ignitionTime: 4 * HOUR, idleTime: HOUR, alarms: 2, overspeeds: 1, entries: 4, exits: 3 },
    // 11 of 48 hours.
    coverage: expect.closeTo(11 / 48, 9),
    onlineRate: null,
  });
  expect(second).toMatchObject({
    ...{ trackerId: heron, devices: 0, mileage: 0, averageSpeed: null, maxSpeed: null, coverage: 0 },
    ...{ ignitionTime: null, idleTime: null },
  });
  expect(third).toMatchObject({ trackerId: tern, coverage: 0.5, ignitionTime: null });
  expect(sum).toMatchObject({
    devices: 2,
    mileage: 120_500,
    stops: 4,
    coverage: expect.closeTo(35 / 144, 9),
  });
});

test.each([
  ['deviceDay', 6, ['2026-05-30', '2026-05-31', '2026-05-30', '2026-05-31', '2026-05-30', '2026-05-31']],
  ['day', 2, ['2026-05-30', '2026-05-31']],
  // 1 June 2026 is a Monday.
  ['week', 1, ['2026-05-30']],
  ['month', 1, ['2026-05-30']],
  ['group', 2, [null, null]],
  ['total', 1, [null]],
] as const)('divides the period by %s', async (by, total, days) => {
  const result = await ada.call('queryOperaOverview', { ...PERIOD, by });
  expect(result.total).toBe(total);
  expect(result.list.map(({ startDay }) => startDay)).toEqual(days);
  const metres = result.list.reduce((all, { mileage }) => all + mileage, 0);
  expect(metres).toBe(120_500);
});

test('ends a week on Sunday and a month on its last day', async () => {
  const period = { startDay: '2026-05-31', endDay: '2026-06-01' };
  const weeks = await ada.call('queryOperaOverview', { ...period, by: 'week' });
  expect(weeks.list.map(({ startDay }) => startDay)).toEqual(['2026-05-31', '2026-06-01']);
  const months = await ada.call('queryOperaOverview', { ...period, by: 'month' });
  expect(months.list.map(({ startDay }) => startDay)).toEqual(['2026-05-31', '2026-06-01']);
});

test('sorts by a figure, in pages', async () => {
  const page = { ...PERIOD, sort: 'stopTime', direction: 'descending', pageSize: 2 } as const;
  const first = await ada.call('queryOperaOverview', page);
  expect(first.list.map(({ trackerName }) => trackerName)).toEqual(['Tern', 'Gull']);
  const second = await ada.call('queryOperaOverview', { ...page, pageIndex: 2 });
  expect(second.list.map(({ trackerName }) => trackerName)).toEqual(['Heron']);
  expect(second.total).toBe(3);
});

test('covers the devices of groups and chosen ones, and those that match a text', async () => {
  const names = async (filter: object) => {
    const { list } = await ada.call('queryOperaOverview', { ...PERIOD, ...filter });
    return list.map(({ trackerName }) => trackerName);
  };
  expect(await names({ groupIds: [groupId] })).toEqual(['Gull']);
  expect(await names({ groupIds: [groupId], trackerIds: [tern] })).toEqual(['Gull', 'Tern']);
  expect(await names({ keywords: 'TER' })).toEqual(['Tern']);
  expect(await names({ keywords: '00613' })).toEqual(['Heron']);
  expect(await names({ keywords: '%' })).toEqual([]);
});

test('a user sees the devices of their groups only, and nothing of another account', async () => {
  const limited = await viewer.call('queryOperaOverview', { ...PERIOD, trackerIds: [gull, tern] });
  expect(limited.list.map(({ trackerName }) => trackerName)).toEqual(['Gull']);
  const other = await otherUser.call('queryOperaOverview', { ...PERIOD, trackerIds: [gull] });
  expect(other).toMatchObject({ list: [], total: 0, sum: { devices: 0, mileage: 0 } });
});

test('includes the trip that goes on, up to its last fix', async () => {
  const device = await world.device('jt808', IMEI);
  const start = world.clock.now() - 90 * MINUTE;
  const send = (minute: number) => {
    const fix = { latitude: 25 + (minute * 1_000) / METRES_PER_DEGREE, longitude: 110, speed: 60 };
    return device.reply(device.report(report({ time: start + minute * MINUTE, fix })));
  };
  for (let minute = 0; minute <= 30; minute += 1) await send(minute);
  // Five minutes since its activation; 20 hours and 5 minutes of the day have passed.
  world.clock.advance(5 * MINUTE);
  const today = { startDay: '2026-06-01', endDay: '2026-06-01', trackerIds: [gull] };
  const { list } = await ada.call('queryOperaOverview', today);
  expect(list).toMatchObject([
    {
      ...{ tripTime: 30 * MINUTE, trips: 1, stops: 0, firstFix: start, lastFix: start + 30 * MINUTE },
      coverage: expect.closeTo(30 / (20 * 60 + 5), 9),
      onlineRate: 1,
    },
  ]);
  // JT/T 808 has coordinates of 1e-6 degrees, 0.11 m.
  expect(Math.round((list[0]?.mileage ?? 0) / 10) * 10).toBe(30_000);
});

test('refuses a period that ends before it starts, and one of more than 366 days', async () => {
  const period = (startDay: string, endDay: string) => ({ startDay, endDay });
  await expect(ada.call('queryOperaOverview', period('2026-06-02', '2026-06-01'))).rejects.toMatchObject({
    errorName: 'report-period',
  });
  await expect(ada.call('queryOperaOverview', period('2025-01-01', '2026-01-02'))).rejects.toMatchObject({
    errorName: 'report-too-long',
  });
  const longest = await ada.call('queryOperaOverview', period('2025-01-01', '2026-01-01'));
  expect(longest.total).toBe(3);
});

test('a replay of a complete day has the figures of its report', async () => {
  const device = await world.device('jt808', '861390000000613');
  // From 22:30 of 31 May in China across midnight, and from 11:00 to 11:20 of 1 June; stopped in between, with an hour of silence.
  const midnight = Date.UTC(2026, 4, 31, 16);
  const kmAt = (minute: number) =>
    minute < 30 ? minute : minute < 660 ? 30 : minute <= 680 ? 30 + (minute - 660) * 1.1 : 52;
  for (let minute = -90; minute <= 720; minute += 1) {
    if (minute > 300 && minute < 365) continue;
    const moving = minute < 30 || (minute > 660 && minute <= 680);
    const fix = {
      latitude: 26 + (kmAt(minute) * 1_000) / METRES_PER_DEGREE,
      longitude: 111,
      speed: moving ? 60 + (minute % 7) : 0,
    };
    await device.reply(device.report(report({ time: midnight + minute * MINUTE, fix })));
  }
  for (const [day, start] of [
    ['2026-05-31', midnight - 24 * HOUR],
    ['2026-06-01', midnight],
  ] as const) {
    const period = { startDay: day, endDay: day, trackerIds: [heron] };
    const { sum } = await ada.call('queryOperaOverview', period);
    const window = { trackerId: heron, startTime: start, endTime: start + 24 * HOUR - 1 };
    const { summary, stayPoints } = await ada.call('getTrackReplyByTime', window);
    expect([summary.movingTime, summary.stopTime, summary.unknownTime]).toEqual([
      sum.tripTime,
      sum.stopTime,
      sum.gapTime,
    ]);
    expect(summary.distance).toBeCloseTo(sum.mileage, 0);
    expect(summary.meanSpeed ?? 0).toBeCloseTo(sum.averageSpeed ?? 0, 1);
    expect(summary.maxSpeed).toBe(sum.maxSpeed?.speed);
    expect(stayPoints).toHaveLength(day === '2026-06-01' ? sum.stops : 0);
    const context = await ada.call('queryTrackContext', { ...window, trackerIds: [heron] });
    expect(context).toMatchObject({ movingSpeed: 5, gapMinutes: 60, minStopMinutes: 5 });
    expect(context.list.map(({ start: before }) => before?.kind ?? null)).toEqual([
      day === '2026-06-01' ? 'trip' : null,
    ]);
  }
});

test('days of the change of the clock have 23 and 25 hours', async () => {
  const account = await world.account('clocks');
  const { db } = world.database;
  await db
    .updateTable('account')
    .set({ time_zone: 'Europe/Berlin' })
    .where('account_id', '=', account.accountId)
    .execute();
  const person = await account.person('kim');
  const rail = await account.tracker('861390000000615', 'Rail');
  // Forward on 29 March 2026, back on 26 October 2025.
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
  await db
    .insertInto('device_day')
    .values([
      { tracker_id: rail, day: day('2026-03-29'), stop_time: 23 * HOUR },
      { tracker_id: rail, day: day('2026-03-30'), stop_time: 12 * HOUR },
      { tracker_id: rail, day: day('2025-10-26'), stop_time: 12.5 * HOUR },
    ])
    .execute();
  const coverage = async (startDay: string, endDay: string) => {
    const { sum } = await person.call('queryOperaOverview', { startDay, endDay });
    return sum.coverage;
  };
  expect(await coverage('2026-03-29', '2026-03-29')).toBe(1);
  expect(await coverage('2026-03-29', '2026-03-30')).toBeCloseTo(35 / 47, 9);
  expect(await coverage('2025-10-26', '2025-10-26')).toBe(0.5);
});
