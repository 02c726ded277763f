import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { connectDriven, fenceForm, longitudeAt } from './testing/driven-device.ts';
import { readPrintedReport } from './testing/printed-report.ts';
import { readCsvTask } from './testing/read-csv-task.ts';

const MINUTE = 60;
const IMEI = '13900000711';
const DAY = { startDay: '2026-06-01', endDay: '2026-06-01' };

let world: World;
let harbour: WorldAccount;
let ada: Person;
/** A viewer confined to the group Quay. */
let viewer: Person;
let eve: Person;
let groupId: number;
let gull: number;
let tern: number;
let motorway: number;
let town: number;
let fenceId: number;
/** 10 minutes before the present, 20:00 of 1 June in China. */
let start: number;

beforeAll(async () => {
  world = await startWorld();
  start = world.clock.now() - 10 * MINUTE * 1_000;
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  groupId = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
  viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
  eve = await (await world.account('elsewhere')).person('eve');
  gull = await harbour.tracker(IMEI, 'Gull', groupId);
  tern = await harbour.tracker('13900000712', 'Tern');
  fenceId = (await ada.call('createFence', fenceForm('Town', 2_000, 4_000))).fenceId;
  const overspeed = (limit: number, area: { kind: 'fence'; fenceId: number } | null) => ({
    ...({ type: 'overspeed', limit, seconds: 10, area } as const),
  });
  const rule = { appliesTo: 'all' } as const;
  motorway = (await ada.call('addRule', { ...rule, ruleName: 'Motorway', condition: overspeed(80, null) }))
    .ruleId;
  const inTown = overspeed(40, { kind: 'fence', fenceId });
  town = (await ada.call('addRule', { ...rule, ruleName: 'Town', condition: inTown })).ruleId;
  await rulesAreLoaded();
  const device = await connectDriven(world, IMEI, start);
  await device.drive([
    [0, 0, 60],
    [20, 400, 90],
    // 40 s above the limit: the notice comes with this fix.
    [40, 900, 120],
    [60, 1_500, 70],
    // In the town from 2,000 m on.
    [80, 2_100, 50],
    [100, 2_400, 56],
    [120, 2_700, 35],
    [200, 4_500, 60],
    // Goes on.
    [300, 7_000, 95],
    [330, 7_800, 100],
  ]);
});
afterAll(() => world.stop());

/** A device of its own exceeds the limits of both rules until both count. It is removed. */
async function rulesAreLoaded(): Promise<void> {
  const probe = await harbour.tracker('13900000719', 'Probe');
  const device = await connectDriven(world, '13900000719', start);
  let second = 0;
  await eventually('the engine has the rules', async () => {
    await device.drive([
      [second, 3_000, 100],
      [second + 15, 3_000, 100],
      [second + 20, 3_000, 10],
    ]);
    second += 25;
    const { list } = await ada.call('queryOverSpeedRecord', { ...DAY, trackerIds: [probe] });
    return new Set(list.map(({ ruleId }) => ruleId)).size === 2;
  });
  await ada.call('removeTracker', { trackerId: probe });
}

test('lists overspeeds with limit, speeds, distance and positions, also one that goes on', async () => {
  const { list, total, sum } = await ada.call('queryOverSpeedRecord', { ...DAY, direction: 'ascending' });
  expect(total).toBe(3);
  expect(list).toMatchObject([
    {
      ...{ trackerId: gull, trackerName: 'Gull', imei: IMEI, groupId, groupName: 'Quay' },
      ...{ start: start + 20_000, end: start + 60_000, isOpen: false, duration: 40_000, limit: 80 },
      maxSpeed: {
        speed: 120,
        time: start + 40_000,
        latitude: 0,
        longitude: expect.closeTo(longitudeAt(900), 5),
      },
      // 1,100 m in 40 s.
      metres: expect.closeTo(1_100, -1),
      averageSpeed: expect.closeTo(99, 0),
      startPosition: { latitude: 0, longitude: expect.closeTo(longitudeAt(400), 5) },
      endPosition: { latitude: 0, longitude: expect.closeTo(longitudeAt(1_500), 5) },
      ...{ ruleId: motorway, ruleName: 'Motorway', fence: null, route: null, notice: 'sent', handling: null },
      // The trip goes on for 330 s.
      share: expect.closeTo(40 / 330, 3),
    },
    {
      ...{ start: start + 80_000, end: start + 120_000, limit: 40, ruleId: town, ruleName: 'Town' },
      fence: { fenceId, name: 'Town' },
    },
    {
      ...{ start: start + 300_000, end: null, isOpen: true, duration: 30_000, limit: 80, ruleId: motorway },
      ...{ ruleName: 'Motorway', maxSpeed: { speed: 100 }, metres: expect.closeTo(800, -1) },
    },
  ]);
  expect(sum).toMatchObject({
    ...{ count: 3, devices: 1, duration: 110_000, maxSpeed: 120, share: expect.closeTo(110 / 330, 3) },
    metres: expect.closeTo(2_500, -1),
  });
});

test('shows who handles the alarm of a notice', async () => {
  const { list: notices } = await ada.call('queryMsgByPage', { pageSize: 50 });
  const numbers = notices.filter(({ trackerId }) => trackerId === gull).map(({ messageId }) => messageId);
  await ada.call('acknowledgeAlarm', { messageId: Math.min(...numbers) });
  const { list } = await ada.call('queryOverSpeedRecord', {
    ...DAY,
    ruleIds: [motorway],
    direction: 'ascending',
  });
  expect(list.map(({ handling }) => handling)).toMatchObject([
    { state: 'acknowledged', owner: 'ada', changedAt: world.clock.now() },
    null,
  ]);
});

test('limits the report by duration, excess, rule, fence, group and device', async () => {
  const starts = async (filter: object) => {
    const { list } = await ada.call('queryOverSpeedRecord', { ...DAY, direction: 'ascending', ...filter });
    return list.map((row) => (row.start - start) / 1_000);
  };
  expect(await starts({ minSeconds: 31 })).toEqual([20, 80]);
  expect(await starts({ minExcess: 17 })).toEqual([20, 300]);
  expect(await starts({ ruleIds: [town] })).toEqual([80]);
  expect(await starts({ fenceIds: [fenceId] })).toEqual([80]);
  expect(await starts({ groupIds: [groupId] })).toEqual([20, 80, 300]);
  expect(await starts({ trackerIds: [tern] })).toEqual([]);
  expect(await starts({ keywords: 'tern' })).toEqual([]);
  expect(await starts({ sort: 'maxSpeed' })).toEqual([80, 300, 20]);
  expect(await starts({ sort: 'start', pageSize: 1, pageIndex: 2 })).toEqual([80]);
  expect(await starts({ startDay: '2026-05-31', endDay: '2026-05-31' })).toEqual([]);
});

test('adds up by device and by day, and equals the overview', async () => {
  const byDevice = await ada.call('queryOverSpeedSums', { ...DAY, by: 'device' });
  expect(byDevice).toMatchObject({
    list: [{ trackerId: gull, trackerName: 'Gull', startDay: null, count: 3, duration: 110_000 }],
    total: 1,
  });
  const byDay = await ada.call('queryOverSpeedSums', {
    startDay: '2026-05-01',
    endDay: '2026-06-30',
    by: 'day',
  });
  expect(byDay.list).toMatchObject([{ startDay: '2026-06-01', trackerId: null, count: 3 }]);
  const overview = await ada.call('queryOperaOverview', DAY);
  expect(overview.sum.overspeeds).toBe(3);
});

test('an alarm of the device is an episode without limit', async () => {
  const device = await connectDriven(world, '13900000712', start);
  const alarm = ['OVERSPEED'] as const;
  await device.drive([
    [0, 10_000, 60, alarm],
    [20, 10_300, 70, alarm],
    [40, 10_600, 60],
    // An alarm that does not recur within 5 minutes has ended.
    [400, 10_700, 10],
  ]);
  const { list } = await ada.call('queryOverSpeedRecord', { ...DAY, trackerIds: [tern] });
  expect(list).toMatchObject([
    {
      ...{ trackerName: 'Tern', start, end: start + 20_000, limit: null, ruleId: null, ruleName: null },
      ...{ maxSpeed: { speed: 70 }, notice: 'sent' },
    },
  ]);
  // It has no excess.
  const limited = await ada.call('queryOverSpeedRecord', { ...DAY, trackerIds: [tern], minExcess: 1 });
  expect(limited.total).toBe(0);
  expect((await ada.call('queryOperaOverview', { ...DAY, trackerIds: [tern] })).sum.overspeeds).toBe(1);
});

test('exports the rows of the table, unknown values empty', async () => {
  const request = { ...DAY, ruleIds: [motorway], format: 'csv' as const, direction: 'ascending' as const };
  const { taskProgressId } = await ada.call('exportOverSpeedRecord', request);
  expect(await readCsvTask(world, ada, taskProgressId)).toMatchObject([
    {
      ...{ Device: 'Gull', Duration: '0:00:40', 'Limit (km/h)': '80', 'Highest speed (km/h)': '120' },
      ...{ Rule: 'Motorway', 'Fence or route': '', Notice: 'Sent · Acknowledged · ada' },
    },
    { Device: 'Gull', 'End (Asia/Shanghai)': '', Notice: 'Sent' },
  ]);
  const none = { ...DAY, trackerIds: [tern], ruleIds: [town] };
  await expect(ada.call('exportOverSpeedRecord', none)).rejects.toMatchObject({ errorName: 'export-empty' });
});

test.each([
  ['en_US', 'Overspeeds', 'Overspeeds: top 20 devices', 'Overspeeds by day'],
  ['zh_CN', '超速记录', '超速次数（前 20 台设备）', '超速次数（按日）'],
] as const)(
  'prints the charts of the page: %s',
  async (language, title, byDevice, byDay) => {
    const person = await harbour.person(`printer-${language}`, { language });
    const print = async (startDay: string) => {
      const payload = { ...DAY, startDay, trackerIds: [gull], format: 'pdf' as const };
      const { taskProgressId } = await person.call('exportOverSpeedRecord', payload);
      return (await readPrintedReport(world, person, taskProgressId)).texts;
    };
    const texts = await print('2026-05-30');
    expect(texts).toEqual(expect.arrayContaining([title, byDevice, byDay, '05-30', '05-31', '06-01']));
    // Once in each of its three rows, and once in the chart, besides the filter.
    expect(texts.filter((text) => text === 'Gull')).toHaveLength(5);
    // A day is no chart over time.
    expect(await print('2026-06-01')).not.toContain(byDay);
  },
  360_000,
);

test('needs the function of the data center', async () => {
  const sums = await harbour.person('sue', { roles: ['eob_plugin_data_statistics'] });
  await expect(sums.call('queryOverSpeedRecord', DAY)).rejects.toMatchObject({ errorName: 'not-allowed' });
});

test('a user sees the devices of their groups only, and nothing of another account', async () => {
  const limited = await viewer.call('queryOverSpeedRecord', { ...DAY, trackerIds: [gull, tern] });
  expect(new Set(limited.list.map(({ trackerName }) => trackerName))).toEqual(new Set(['Gull']));
  const others = await viewer.call('queryOverSpeedSums', { ...DAY, trackerIds: [tern] });
  expect(others.list).toEqual([]);
  const none = await eve.call('queryOverSpeedRecord', { ...DAY, trackerIds: [gull] });
  expect(none).toMatchObject({ list: [], total: 0, sum: { count: 0, share: null } });
});

test('a device that moves to another account leaves the episodes of its former rules there', async () => {
  const { accountId } = await world.account('elsewhere');
  const { db } = world.database;
  await db
    .updateTable('tracker')
    .set({ account_id: accountId, group_id: null })
    .where('tracker_id', '=', gull)
    .execute();
  expect((await eve.call('queryOverSpeedRecord', DAY)).list).toEqual([]);
  expect((await ada.call('queryOverSpeedRecord', { ...DAY, ruleIds: [motorway] })).list).toEqual([]);
  const own = { account_id: harbour.accountId, group_id: groupId };
  await db.updateTable('tracker').set(own).where('tracker_id', '=', gull).execute();
});

test('names of a rule and a fence stay when they are deleted', async () => {
  await ada.call('deleteRule', { ruleId: town });
  await ada.call('deleteFence', { fenceId });
  const { list } = await ada.call('queryOverSpeedRecord', { ...DAY, fenceIds: [fenceId] });
  expect(list).toMatchObject([{ ruleName: 'Town', fence: { fenceId, name: 'Town' } }]);
});

test('refuses a period that ends before it starts, and one that is too long', async () => {
  const refusals = [
    ['2026-06-02', '2026-06-01', 'report-period'],
    ['2026-05-01', '2026-06-01', 'report-rows-too-long'],
    ['2025-01-01', '2026-06-01', 'report-too-long'],
  ] as const;
  for (const [startDay, endDay, errorName] of refusals)
    await expect(ada.call('queryOverSpeedRecord', { startDay, endDay })).rejects.toMatchObject({ errorName });
  const sums = { startDay: '2025-01-01', endDay: '2026-01-02' };
  await expect(ada.call('queryOverSpeedSums', sums)).rejects.toMatchObject({ errorName: 'report-too-long' });
});
