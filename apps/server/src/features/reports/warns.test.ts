import type { EventDetails } from '@wakeline/domain/events/tracker-event';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Partitions } from '../../db/partitions.ts';
import { EventColumns } from '../../events/insert.ts';
import { archiveAll } from '../../events/testing/archive-all.ts';
import { report } from '../../ingest/testing/reports.ts';
import { STORE_KINDS, type TestStore } from '../../positions/testing/stores.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { readPrintedReport } from './testing/printed-report.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };
const PERIOD = { startDay: '2026-05-30', endDay: '2026-05-31' };
/** Epoch milliseconds of a time in the account's zone; the present is 20:00 of 1 June. */
const at = (text: string) => Date.parse(`2026-${text}:00+08:00`);

for (const kind of STORE_KINDS) {
  describe(`alarm reports with events in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let store: TestStore;
    let world: World;
    let harbour: WorldAccount;
    let ada: Person;
    /** A viewer confined to the group Quay. */
    let viewer: Person;
    let otherUser: Person;
    let groupId: number;
    let gull: number;
    let tern: number;

    async function insert(events: readonly [number, number, string, EventDetails][]): Promise<void> {
      const columns = new EventColumns();
      for (const [trackerId, accountId, time, details] of events)
        columns.add(trackerId, accountId, { time: at(time), latitude: 25, longitude: 110, ...details });
      await new Partitions().ensure(world.database.db, columns.weeks);
      await world.database.db.transaction().execute((tx) => columns.insert(tx));
      await archive();
    }

    beforeAll(async () => {
      await kind.start();
      store = await kind.open();
      world = await startWorld({ history: store });
      harbour = await world.account('harbour');
      ada = await harbour.person('ada');
      groupId = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
      viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
      const elsewhere = await world.account('elsewhere');
      otherUser = await elsewhere.person('eve');
      gull = await harbour.tracker('13900000651', '=Gull 🚢', groupId);
      tern = await harbour.tracker('861390000000652', 'Tern');
      const owl = await elsewhere.tracker('861390000000653', 'Owl');
      const fence = async (fenceName: string, notice: 'IN' | 'BOTH') =>
        (
          await ada.call('createFence', {
            fenceName,
            ...{
              fenceType: 'CIRCULAR',
              fenceData: { center: [1, 2], radius: 200 },
              color: '#0b5cad',
              notice,
            },
          })
        ).fenceId;
      const yard = { fenceId: await fence('Yard', 'IN'), fenceName: 'Yard', groupId: null };
      const { accountId } = harbour;
      await insert([
        [gull, accountId, '05-30T00:00', { kind: 'alarm', noticeType: 'SOS' }],
        [gull, accountId, '05-30T00:20', { kind: 'sos-cleared', since: at('05-30T00:00') }],
        [gull, accountId, '05-30T09:10', { kind: 'fence-entered', fence: yard }],
        // The fence does not notify of exits.
        [gull, accountId, '05-30T11:10', { kind: 'fence-exited', fence: yard, since: at('05-30T09:10') }],
        [gull, accountId, '05-31T09:30', { kind: 'rule', ruleId: 5, noticeType: 'OVERSPEED', value: 91 }],
        // A rule of an account that had the device before.
        [gull, otherUser.accountId, '05-31T09:31', { kind: 'rule', ruleId: 6, noticeType: 'STAY', value: 1 }],
        [gull, accountId, '05-31T10:00', { kind: 'movement-started', since: at('05-31T08:00') }],
        [tern, accountId, '05-31T23:59', { kind: 'offline', since: at('05-31T23:49') }],
        [tern, accountId, '06-01T01:59', { kind: 'online', since: at('05-31T23:49') }],
        [tern, accountId, '05-31T12:00', { kind: 'alarm', noticeType: 'CLOCK' }],
        [tern, accountId, '06-01T00:00', { kind: 'battery-low', battery: 12 }],
        [owl, otherUser.accountId, '05-31T12:00', { kind: 'alarm', noticeType: 'SOS' }],
      ]);
    });
    afterAll(async () => {
      await world.stop();
      await kind.stop();
    });

    /** Archives all events, if there is an archive. */
    const archive = () => archiveAll(world.database.db, store);

    const briefOf = async (person: Person, filter: object) => {
      const { list, total } = await person.call('queryWarnData', { ...PERIOD, ...filter });
      expect(total).toBe(list.length);
      return list.map(({ trackerName, msgType }) => `${trackerName} ${msgType}`);
    };

    test('lists the alarms of the history of events, newest first', async () => {
      const { list, total, sum, abilities } = await ada.call('queryWarnData', PERIOD);
      expect(total).toBe(5);
      expect(sum).toEqual({ alarms: 5, urgent: 1, info: 1, devices: 2 });
      expect(abilities.handle).toBe(true);
      expect(list.map((row) => [row.msgType, row.level, row.time, row.duration])).toEqual([
        ['OFFLINE', 'alarm', at('05-31T23:59'), 2 * HOUR],
        ['CLOCK', 'info', at('05-31T12:00'), null],
        ['OVERSPEED', 'alarm', at('05-31T09:30'), null],
        ['IN', 'alarm', at('05-30T09:10'), 2 * HOUR],
        ['SOS', 'urgent', at('05-30T00:00'), 20 * MINUTE],
      ]);
      const [offline, clock, , entry, sos] = list;
      expect(offline).toMatchObject({
        ...{ trackerId: tern, trackerName: 'Tern', imei: '861390000000652', groupName: null, speed: null },
        ...{ location: { latitude: 25, longitude: 110 }, messageId: null, isRead: null, note: '' },
        handling: { state: 'open', owner: '' },
      });
      expect(clock?.handling).toBeNull();
      expect(entry).toMatchObject({ fenceName: 'Yard' });
      expect(sos).toMatchObject({ trackerName: '=Gull 🚢', groupName: 'Quay', fenceName: null });
      expect(sos?.address).not.toBe('');
    });

    test('limits the alarms by type, level, devices and text, in both directions', async () => {
      expect(await briefOf(ada, { levels: ['urgent', 'info'] })).toEqual(['Tern CLOCK', '=Gull 🚢 SOS']);
      expect(await briefOf(ada, { msgTypes: ['IN', 'CLOCK'] })).toEqual(['Tern CLOCK', '=Gull 🚢 IN']);
      expect(await briefOf(ada, { msgTypes: ['IN', 'CLOCK'], levels: ['alarm'] })).toEqual(['=Gull 🚢 IN']);
      expect(await briefOf(ada, { msgTypes: ['IN'], levels: ['urgent'] })).toEqual([]);
      expect(await briefOf(ada, { groupIds: [groupId], direction: 'ascending' })).toEqual([
        ...['=Gull 🚢 SOS', '=Gull 🚢 IN', '=Gull 🚢 OVERSPEED'],
      ]);
      expect(await briefOf(ada, { keywords: 'TERN' })).toHaveLength(2);
      const second = await ada.call('queryWarnData', { ...PERIOD, pageSize: 2, pageIndex: 3 });
      expect(second).toMatchObject({ total: 5, list: [{ msgType: 'SOS' }] });
    });

    test('a user sees the alarms of their groups and nothing of another account', async () => {
      expect(await briefOf(viewer, { trackerIds: [gull, tern] })).toHaveLength(3);
      expect((await viewer.call('queryWarnData', PERIOD)).abilities.handle).toBe(false);
      expect(await briefOf(otherUser, { trackerIds: [gull] })).toEqual([]);
      expect(await briefOf(otherUser, {})).toEqual(['Owl SOS']);
    });

    test('alarms after the validity of a device are hidden until it is renewed', async () => {
      const update = (valid_until: Date | null) =>
        world.database.db
          .updateTable('tracker')
          .set({ valid_until })
          .where('tracker_id', '=', gull)
          .execute();
      await update(new Date(at('05-30T08:00')));
      expect(await briefOf(ada, { groupIds: [groupId] })).toEqual(['=Gull 🚢 SOS']);
      await update(null);
      expect(await briefOf(ada, { groupIds: [groupId] })).toHaveLength(3);
    });

    test('an alarm has the handling of its notice, after the notice is gone as well', async () => {
      const device = await world.device('jt808', '13900000651');
      const time = world.clock.now() - MINUTE;
      const fix = { latitude: 25, longitude: 110, speed: 7 };
      await device.reply(device.report(report({ time, alarms: ['OVERSPEED'], fix })));
      await archive();
      const today = { startDay: '2026-06-01', endDay: '2026-06-01', msgTypes: ['OVERSPEED' as const] };
      const read = async (filter = {}) => (await ada.call('queryWarnData', { ...today, ...filter })).list;
      const [alarm] = await read();
      expect(alarm).toMatchObject({ speed: 7, isRead: false, handling: { state: 'open' } });
      const messageId = alarm?.messageId ?? 0;
      expect(await read({ isRead: 'READ' })).toEqual([]);
      expect(await read({ isRead: 'UNREAD' })).toHaveLength(1);
      await ada.call('batchReadMsg', { messageIds: [messageId] });
      await ada.call('acknowledgeAlarm', { messageId, comment: 'On our way' });
      expect(await read({ isRead: 'UNREAD' })).toEqual([]);
      expect(await read({ handling: ['open'] })).toEqual([]);
      const handled = await read({ isRead: 'READ', handling: ['acknowledged'] });
      expect(handled).toMatchObject([
        {
          messageId,
          isRead: true,
          note: 'On our way',
          handling: { state: 'acknowledged', owner: ada.login },
        },
      ]);
      await ada.call('resolveAlarm', { messageId, reason: 'handled' });
      await world.database.db.deleteFrom('account_log').where('account_id', '=', harbour.accountId).execute();
      expect(await read({ handling: ['resolved'] })).toMatchObject([
        { messageId, isRead: null, note: 'On our way', handling: { state: 'resolved', reason: 'handled' } },
      ]);
    });

    test.each([
      ['type', { SOS: 1, IN: 1, OVERSPEED: 1, OFFLINE: 1, CLOCK: 1 }],
      ['device', { '=Gull 🚢': 3, Tern: 2 }],
      ['group', { Quay: 3, null: 2 }],
      ['day', { '2026-05-30': 2, '2026-05-31': 3 }],
      // 1 June 2026 is a Monday.
      ['week', { '2026-05-30': 5 }],
      ['month', { '2026-05-30': 5 }],
    ] as const)('counts alarms by %s', async (by, counts) => {
      const { list, sum, total } = await ada.call('queryWarnCount', { ...PERIOD, by });
      const nameOf = (row: (typeof list)[number]) =>
        row.msgType ?? row.trackerName ?? row.startDay ?? row.groupName ?? 'null';
      expect(Object.fromEntries(list.map((row) => [nameOf(row), row.alarms]))).toEqual(counts);
      expect(total).toBe(list.length);
      expect(sum).toEqual({ alarms: 5, urgent: 1, info: 1, devices: 2 });
    });

    test('counts alarms by hour of the day in the zone of the account, also hours without', async () => {
      const { list } = await ada.call('queryWarnCount', {
        ...{ ...PERIOD, by: 'hour', sort: 'key', direction: 'ascending', pageSize: 24 },
      });
      expect(list.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
      expect(list.flatMap(({ hour, alarms }) => (alarms === 0 ? [] : [[hour, alarms]]))).toEqual([
        ...[
          [0, 1],
          [9, 2],
          [12, 1],
          [23, 1],
        ],
      ]);
      expect(list[1]).toMatchObject({ alarms: 0, devices: 0, first: null, last: null });
    });

    test('sorts the counts, in pages, and counts what a user sees', async () => {
      const count = (person: Person, options: object) =>
        person.call('queryWarnCount', { ...PERIOD, by: 'device', ...options });
      const byName = await count(ada, { sort: 'name', direction: 'descending', pageSize: 1 });
      expect(byName).toMatchObject({ total: 2, list: [{ trackerName: 'Tern' }] });
      expect((await count(viewer, {})).list).toMatchObject([{ trackerId: gull, alarms: 3, urgent: 1 }]);
      expect((await count(otherUser, {})).list).toMatchObject([{ trackerName: 'Owl', alarms: 1 }]);
      expect((await count(ada, { levels: ['urgent'] })).sum).toMatchObject({ alarms: 1 });
    });

    async function exportRows(person: Person, name: 'exportWarnData' | 'exportWarnCount', payload: object) {
      const { taskProgressId } = await person.call(name, { ...PERIOD, ...payload });
      const bytes = new Uint8Array(await readTaskFile(world, person, taskProgressId));
      return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
    }

    test('exports alarms and their numbers as the screen shows them', async () => {
      const [headings = [], ...rows] = await exportRows(ada, 'exportWarnData', { direction: 'ascending' });
      const cell = (row: number, heading: string) => rows[row]?.[headings.indexOf(heading)] ?? null;
      expect(rows).toHaveLength(5);
      expect(cell(0, 'Time (Asia/Shanghai)')).toEqual({ localMs: Date.UTC(2026, 4, 30) });
      expect(cell(0, 'Device')).toBe('=Gull 🚢');
      expect([cell(0, 'Type'), cell(0, 'Level'), cell(0, 'Handling')]).toEqual(['SOS', 'Urgent', 'Open']);
      expect(cell(2, 'Speed (km/h)')).toBeNull();
      const counts = await exportRows(ada, 'exportWarnCount', {
        by: 'day',
        sort: 'key',
        direction: 'ascending',
      });
      expect(counts[0]?.slice(0, 5)).toEqual(['Day', 'Alarms', 'Urgent', 'Info', 'Devices']);
      expect(counts.slice(1).map((row) => row[1])).toEqual([2, 3, 5]);
      expect((await exportRows(viewer, 'exportWarnData', {})).length).toBe(4);
    });

    test('refuses wrong periods and functions', async () => {
      const query = (startDay: string, endDay: string) => ada.call('queryWarnData', { startDay, endDay });
      await expect(query('2026-06-02', '2026-06-01')).rejects.toMatchObject({ errorName: 'report-period' });
      await expect(query('2026-05-01', '2026-06-01')).rejects.toMatchObject({
        errorName: 'report-rows-too-long',
      });
      const count = (startDay: string) => ada.call('queryWarnCount', { startDay, endDay: '2026-06-01' });
      await expect(count('2025-05-31')).rejects.toMatchObject({ errorName: 'report-too-long' });
      expect((await count('2025-06-01')).total).toBeGreaterThan(0);
      await expect(exportRows(ada, 'exportWarnData', { msgTypes: ['YAW'] })).rejects.toMatchObject({
        errorName: 'export-empty',
      });
      const center = await harbour.person('cee', { roles: ['eob_plugin_data_center'] });
      await expect(center.call('queryWarnCount', PERIOD)).rejects.toMatchObject({ errorName: 'not-allowed' });
      const sums = await harbour.person('sue', { roles: ['eob_plugin_data_statistics'] });
      await expect(sums.call('queryWarnData', PERIOD)).rejects.toMatchObject({ errorName: 'not-allowed' });
    });

    test.each([
      ['en_US', ['Alarms: top 20 types', 'Overspeed'], ['Alarms by hour', '09:00']],
      ['zh_CN', ['报警次数（前 20 种类型）', '超速报警'], ['报警次数（按小时）', '09:00']],
    ] as const)(
      'prints the chart of the page: %s',
      async (language, types, hours) => {
        const person = await harbour.person(`printer-${language}`, { language });
        const print = async (by: 'type' | 'hour') => {
          const { taskProgressId } = await person.call('exportWarnCount', { ...PERIOD, by, format: 'pdf' });
          return (await readPrintedReport(world, person, taskProgressId)).texts;
        };
        expect(await print('type')).toEqual(expect.arrayContaining([...types]));
        expect(await print('hour')).toEqual(expect.arrayContaining([...hours]));
      },
      360_000,
    );
  });
}
