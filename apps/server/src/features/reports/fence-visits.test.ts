import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveAll } from '../../events/testing/archive-all.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { STORE_KINDS, type TestStore } from '../../positions/testing/stores.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { connectDriven, fenceForm, longitudeAt } from './testing/driven-device.ts';
import { readPrintedReport } from './testing/printed-report.ts';
import { readCsvTask } from './testing/read-csv-task.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const IMEI = '13900000811';
const DAY = { startDay: '2026-06-01', endDay: '2026-06-01' };
const BOTH_DAYS = { startDay: '2026-05-31', endDay: '2026-06-01' };

/** JT/T 808 has coordinates of 0.11 m: crossings at 10 m/s are exact to 11 ms. */
const near = (milliseconds: number) => expect.closeTo(milliseconds, -2);

for (const kind of STORE_KINDS) {
  describe(`fence visits with events in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let store: TestStore;
    let world: World;
    let harbour: WorldAccount;
    let ada: Person;
    /** A viewer confined to the group Quay. */
    let viewer: Person;
    let eve: Person;
    let groupId: number;
    let gull: number;
    let tern: number;
    let dock: number;
    /** 20:00 of 31 May in China, a day before the present. */
    let start: number;

    beforeAll(async () => {
      await kind.start();
      store = await kind.open();
      world = await startWorld({ history: store });
      start = world.clock.now() - 24 * HOUR * 1_000;
      harbour = await world.account('harbour');
      ada = await harbour.person('ada');
      groupId = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
      viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
      eve = await (await world.account('elsewhere')).person('eve');
      gull = await harbour.tracker(IMEI, 'Gull', groupId);
      tern = await harbour.tracker('13900000812', 'Tern');
      dock = (await ada.call('createFence', fenceForm('Dock', 1_000, 2_000))).fenceId;
      await ada.call('createFence', fenceForm('Yard', 5_000, 6_000));
      await fencesAreLoaded();
      const device = await connectDriven(world, IMEI, start);
      await device.drive([
        [0, 500, 36],
        // In the dock from 50 s on, out at 150 s.
        [100, 1_500, 36],
        [200, 2_500, 36],
        // Through the yard from 325 s to 375 s: no fix is inside.
        [300, 4_500, 72],
        [400, 6_500, 72],
        // In the yard from 3 h 50 min on, until 20 minutes after midnight: 4 h are midnight.
        [4 * HOUR - 10 * MINUTE - 100, 6_500, 36],
        [4 * HOUR - 10 * MINUTE + 100, 5_500, 36],
        [4 * HOUR - 5 * MINUTE, 5_700, 36],
        [4 * HOUR + 5 * MINUTE, 5_300, 36],
        [4 * HOUR + 20 * MINUTE - 100, 5_500, 36],
        [4 * HOUR + 20 * MINUTE + 100, 4_500, 36],
      ]);
      const other = await connectDriven(world, '13900000812', start);
      await other.drive([
        [23 * HOUR - 100, 500, 36],
        [23 * HOUR + 100, 1_500, 36],
        // Still inside.
        [23 * HOUR + 30 * MINUTE, 1_800, 10],
      ]);
    });
    afterAll(async () => {
      await world.stop();
      await kind.stop();
    });

    /** Archives all events, if there is an archive. */
    const archive = () => archiveAll(world.database.db, store);

    /** A device of its own crosses both fences until it has visits of them. It is removed. */
    async function fencesAreLoaded(): Promise<void> {
      const probe = await harbour.tracker('13900000819', 'Probe');
      const device = await connectDriven(world, '13900000819', start);
      let second = 0;
      await eventually('the engine has the fences', async () => {
        await device.drive([
          [second, 500, 36],
          [second + 300, 6_500, 36],
        ]);
        second += 600;
        const { sum } = await ada.call('queryFenceDataRecord', { ...BOTH_DAYS, trackerIds: [probe] });
        return sum.fences === 2;
      });
      await ada.call('removeTracker', { trackerId: probe });
    }

    test('lists visits with entry, exit, metres and delays', async () => {
      const { list, total } = await ada.call('queryFenceDataRecord', {
        ...{ startDay: '2026-05-31', endDay: '2026-05-31' },
        direction: 'ascending',
      });
      expect(total).toBe(3);
      expect(list).toMatchObject([
        {
          ...{ trackerId: gull, trackerName: 'Gull', imei: IMEI, groupId, groupName: 'Quay' },
          ...{
            fenceId: dock,
            fenceName: 'Dock',
            hasEntry: true,
            hasExit: true,
            isOpen: false,
            isPassed: false,
          },
          ...{
            start: near(start + 50_000),
            end: near(start + 150_000),
            duration: near(100_000),
            metres: expect.closeTo(1_000, -1),
          },
          startPosition: { latitude: 0, longitude: expect.closeTo(longitudeAt(1_000), 5) },
          endPosition: { latitude: 0, longitude: expect.closeTo(longitudeAt(2_000), 5) },
          // Until the fixes at 100 and 200 s.
          ...{ entryDelay: near(50_000), exitDelay: near(50_000) },
        },
        { fenceName: 'Yard', start: near(start + 325_000), end: near(start + 375_000), isPassed: true },
        {
          ...{ fenceName: 'Yard', duration: near(30 * MINUTE * 1_000), isPassed: false },
          // 6,000 to 5,500, 5,700, 5,300, 5,500 and 5,000 m.
          metres: expect.closeTo(1_800, -1),
        },
      ]);
    });

    test('a visit of which a part is in the period is listed, and one that goes on', async () => {
      const { list, sum } = await ada.call('queryFenceDataRecord', {
        ...DAY,
        sort: 'name',
        direction: 'ascending',
      });
      expect(list).toMatchObject([
        { trackerName: 'Gull', fenceName: 'Yard', end: near(start + (4 * HOUR + 20 * MINUTE) * 1_000) },
        {
          ...{ trackerName: 'Tern', fenceName: 'Dock', hasEntry: true, hasExit: false, isOpen: true },
          ...{
            start: near(start + 23 * HOUR * 1_000),
            end: start + (23 * HOUR + 30 * MINUTE) * 1_000,
            exitDelay: null,
          },
          metres: expect.closeTo(800, -1),
        },
      ]);
      // 20 minutes after midnight and 30 minutes: 400 m on the second day to 5,300 m, 200 m, 500 m, and 800 m.
      expect(sum).toMatchObject({
        ...{ visits: 2, entries: 1, exits: 1, devices: 2, fences: 2, duration: near(50 * MINUTE * 1_000) },
        ...{ metres: expect.closeTo(1_900, -1), first: start + 4 * HOUR * 1_000 },
      });
    });

    test('limits the report by fence, group, device and duration', async () => {
      const fences = async (filter: object) => {
        const { list } = await ada.call('queryFenceDataRecord', {
          ...BOTH_DAYS,
          direction: 'ascending',
          ...filter,
        });
        return list.map(({ trackerName, fenceName }) => `${trackerName} ${fenceName}`);
      };
      expect(await fences({ fenceIds: [dock] })).toEqual(['Gull Dock', 'Tern Dock']);
      expect(await fences({ groupIds: [groupId] })).toEqual(['Gull Dock', 'Gull Yard', 'Gull Yard']);
      expect(await fences({ trackerIds: [tern] })).toEqual(['Tern Dock']);
      expect(await fences({ minSeconds: 101 })).toEqual(['Gull Yard', 'Tern Dock']);
      expect(await fences({ sort: 'metres', pageSize: 1, direction: 'descending' })).toEqual(['Gull Yard']);
    });

    test.each([
      [
        'fence',
        [
          ['Dock', 2, 2, 1],
          ['Yard', 2, 2, 2],
        ],
      ],
      [
        'device',
        [
          ['Gull', 3, 3, 3],
          ['Tern', 1, 1, 0],
        ],
      ],
      [
        'group',
        [
          ['Quay', 3, 3, 3],
          [null, 1, 1, 0],
        ],
      ],
      [
        'day',
        [
          ['2026-05-31', 3, 3, 2],
          ['2026-06-01', 2, 1, 1],
        ],
      ],
      // 1 June 2026 is a Monday.
      [
        'week',
        [
          ['2026-05-31', 3, 3, 2],
          ['2026-06-01', 2, 1, 1],
        ],
      ],
      [
        'month',
        [
          ['2026-05-31', 3, 3, 2],
          ['2026-06-01', 2, 1, 1],
        ],
      ],
    ] as const)('adds up by %s: visits, entries and exits', async (by, rows) => {
      const { list, total, sum } = await ada.call('queryFenceDataSums', { ...BOTH_DAYS, by });
      expect(
        list.map((row) => [
          row.startDay ?? row.fenceName ?? row.trackerName ?? row.groupName,
          ...[row.visits, row.entries, row.exits],
        ]),
      ).toEqual(rows);
      expect(total).toBe(2);
      expect(sum).toMatchObject({ visits: 4, entries: 4, exits: 3 });
      const add = (key: 'duration' | 'metres') => list.reduce((all, row) => all + row[key], 0);
      expect(add('duration')).toBe(sum.duration);
      expect(add('metres')).toBeCloseTo(sum.metres, 3);
    });

    test('the entries and exits of days equal those of the overview', async () => {
      const sums = await ada.call('queryFenceDataSums', { ...BOTH_DAYS, by: 'day' });
      const overview = await ada.call('queryOperaOverview', { ...BOTH_DAYS, by: 'day' });
      expect(overview.list.map(({ startDay, entries, exits }) => ({ startDay, entries, exits }))).toEqual(
        sums.list.map(({ startDay, entries, exits }) => ({ startDay, entries, exits })),
      );
    });

    test('exports visits and sums as the tables have them', async () => {
      const format = { format: 'csv', direction: 'ascending' } as const;
      const visits = await ada.call('exportFenceDataRecord', { ...BOTH_DAYS, ...format, fenceIds: [dock] });
      const [first, open] = await readCsvTask(world, ada, visits.taskProgressId);
      expect(first).toMatchObject({ Device: 'Gull', Fence: 'Dock', Duration: '0:01:40', Note: '' });
      expect(open).toMatchObject({ Device: 'Tern', 'Exit (Asia/Shanghai)': '', Note: 'Still inside' });
      const sums = await ada.call('exportFenceDataSums', { ...BOTH_DAYS, ...format, by: 'day' });
      expect(await readCsvTask(world, ada, sums.taskProgressId)).toMatchObject([
        { Day: '2026-05-31', Visits: '3', Entries: '3', Exits: '2' },
        { Day: '2026-06-01', Visits: '2', Entries: '1', Exits: '1' },
      ]);
      const none = { ...BOTH_DAYS, minSeconds: 360_000 };
      await expect(ada.call('exportFenceDataRecord', none)).rejects.toMatchObject({
        errorName: 'export-empty',
      });
      await expect(ada.call('exportFenceDataSums', none)).rejects.toMatchObject({
        errorName: 'export-empty',
      });
    });

    test('rows need the function of the data center, sums also that of statistics', async () => {
      const sue = await harbour.person('sue', { roles: ['eob_plugin_data_statistics'] });
      await expect(sue.call('queryFenceDataRecord', DAY)).rejects.toMatchObject({ errorName: 'not-allowed' });
      expect((await sue.call('queryFenceDataSums', DAY)).total).toBe(2);
    });

    test('a user sees the devices of their groups only, and nothing of another account', async () => {
      const limited = await viewer.call('queryFenceDataRecord', { ...BOTH_DAYS, trackerIds: [gull, tern] });
      expect(new Set(limited.list.map(({ trackerName }) => trackerName))).toEqual(new Set(['Gull']));
      expect((await viewer.call('queryFenceDataSums', { ...BOTH_DAYS, by: 'device' })).total).toBe(1);
      const none = await eve.call('queryFenceDataRecord', { ...BOTH_DAYS, trackerIds: [gull] });
      expect(none).toMatchObject({ list: [], total: 0, sum: { visits: 0, first: null } });
    });

    test.each([
      ['en_US', 'Visits: top 20 fences', 'Visits by day'],
      ['zh_CN', '次数（前 20 个围栏）', '次数（按日）'],
    ] as const)(
      'prints the chart of the page: %s',
      async (language, byFence, byDay) => {
        const person = await harbour.person(`printer-${language}`, { language });
        const print = async (by: 'fence' | 'day') => {
          const payload = { ...BOTH_DAYS, by, format: 'pdf' } as const;
          const { taskProgressId } = await person.call('exportFenceDataSums', payload);
          return (await readPrintedReport(world, person, taskProgressId)).texts;
        };
        const fences = await print('fence');
        expect(fences).toContain(byFence);
        // In the chart and in the table.
        for (const name of ['Dock', 'Yard']) expect(fences.filter((text) => text === name)).toHaveLength(2);
        expect(await print('day')).toEqual(expect.arrayContaining([byDay, '05-31', '06-01']));
      },
      360_000,
    );

    test('a device that moves to another account leaves its visits, also the one that goes on', async () => {
      const { accountId } = await world.account('elsewhere');
      const { db } = world.database;
      const moveTo = (account_id: number) =>
        db
          .updateTable('tracker')
          .set({ account_id, group_id: null })
          .where('tracker_id', '=', tern)
          .execute();
      await moveTo(accountId);
      expect((await eve.call('queryFenceDataRecord', BOTH_DAYS)).list).toEqual([]);
      expect((await ada.call('queryFenceDataRecord', { ...BOTH_DAYS, fenceIds: [dock] })).total).toBe(1);
      await moveTo(harbour.accountId);
    });

    test('a fence that is deleted keeps its visits, and ends the one that goes on', async () => {
      await archive();
      await ada.call('deleteFence', { fenceId: dock });
      const before = await ada.call('queryFenceDataRecord', {
        ...BOTH_DAYS,
        fenceIds: [dock],
        direction: 'ascending',
      });
      expect(before.list).toMatchObject([
        { fenceName: 'Dock', hasExit: true, isOpen: false },
        { fenceName: 'Dock', hasExit: false, isOpen: false, end: start + (23 * HOUR + 30 * MINUTE) * 1_000 },
      ]);
      // The next fix stores it.
      const device = await connectDriven(world, '13900000812', start);
      let second = 23 * HOUR + 31 * MINUTE;
      await eventually('the engine has dropped the fence', async () => {
        second += 10;
        await device.drive([[second, 1_800, 10]]);
        const { db } = world.database;
        const rows = await db
          .selectFrom('episode')
          .select('ref')
          .where('ref', '=', dock)
          .where('tracker_id', '=', tern)
          .execute();
        return rows.length === 1;
      });
      const after = await ada.call('queryFenceDataRecord', {
        ...BOTH_DAYS,
        fenceIds: [dock],
        direction: 'ascending',
      });
      expect(after.list).toMatchObject([
        { hasExit: true },
        { fenceName: 'Dock', hasEntry: true, hasExit: false, isOpen: false, metres: expect.closeTo(800, -1) },
      ]);
    });

    test('a visit of a removed device is gone', async () => {
      await ada.call('removeTracker', { trackerId: tern });
      expect((await ada.call('queryFenceDataRecord', { ...BOTH_DAYS, trackerIds: [tern] })).list).toEqual([]);
    });

    test('refuses a period that ends before it starts, and one that is too long', async () => {
      const refusals = [
        ['2026-06-02', '2026-06-01', 'report-period'],
        ['2026-05-01', '2026-06-01', 'report-rows-too-long'],
        ['2025-01-01', '2026-06-01', 'report-too-long'],
      ] as const;
      for (const [startDay, endDay, errorName] of refusals)
        await expect(ada.call('queryFenceDataRecord', { startDay, endDay })).rejects.toMatchObject({
          errorName,
        });
      const sums = { startDay: '2025-01-01', endDay: '2026-01-02' };
      await expect(ada.call('queryFenceDataSums', sums)).rejects.toMatchObject({
        errorName: 'report-too-long',
      });
    });
  });
}
