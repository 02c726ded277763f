import { STAY_STATUS } from '@wakeline/domain/tracks/stay-status';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Partitions } from '../../db/partitions.ts';
import { archiveAll } from '../../events/testing/archive-all.ts';
import { report } from '../../ingest/testing/reports.ts';
import { STORE_KINDS, type TestStore } from '../../positions/testing/stores.ts';
import { EpisodeRows } from '../../reports/episode-rows.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { readPrintedReport } from './testing/printed-report.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };
/** Day 0 of spreadsheet programs: the reader takes a duration for a time after it. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const PERIOD = { startDay: '2026-05-30', endDay: '2026-05-31' };
/** Epoch milliseconds of a time in the account's zone; the present is 20:00 of 1 June. */
const at = (text: string) => Date.parse(`2026-${text}:00+08:00`);

for (const kind of STORE_KINDS) {
  describe(`stops with events in ${kind.name}`, { tags: [...kind.tags] }, () => {
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
    let fenceId: number;
    let labelPointId: number;

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
      gull = await harbour.tracker('13900000641', '=Gull 🚢', groupId);
      tern = await harbour.tracker('861390000000642', 'Tern');
      const owl = await elsewhere.tracker('861390000000643', 'Owl');
      ({ fenceId } = await ada.call('createFence', {
        fenceName: '=Yard',
        fenceType: 'CIRCULAR',
        fenceData: { center: [110, 25], radius: 200 },
        color: '#0b5cad',
        groupId,
      }));
      ({ labelPointId } = await ada.call('addLabelPoint', {
        placeName: 'Pier',
        latitude: 26.0005,
        longitude: 111,
      }));

      const rows = new EpisodeRows();
      const stop = (trackerId: number, from: string, to: string, ignition: number | null, latitude: number) =>
        rows.add(trackerId, [
          {
            kind: 'stop',
            from: { time: at(from), latitude, longitude: latitude + 85 },
            to: { time: at(to), latitude, longitude: latitude + 85 },
            days: [
              { day: 0, metres: 20, nightMetres: 0, ignition, fastest: null, firstFix: null, lastFix: null },
            ],
            hasIgnition: ignition !== null,
          },
        ]);
      stop(gull, '05-20T08:00', '05-20T10:00', 0, 25);
      stop(gull, '05-30T09:00', '05-30T09:30', 20 * MINUTE, 25);
      stop(gull, '05-30T12:00', '05-30T12:04', 0, 24);
      // Across midnight: of the day on which it began.
      stop(gull, '05-30T23:50', '05-31T01:00', 10 * MINUTE, 24);
      stop(tern, '05-31T10:00', '05-31T18:00', null, 26);
      stop(owl, '05-31T10:00', '05-31T18:00', null, 26);
      await new Partitions().ensure(world.database.db, rows.weeks);
      await world.database.db.transaction().execute((tx) => rows.insert(tx, null));
    });
    afterAll(async () => {
      await world.stop();
      await kind.stop();
    });

    /** Archives all events, if there is an archive. */
    const archive = () => archiveAll(world.database.db, store);

    const briefOf = async (person: Person, filter: object) => {
      const { list } = await person.call('queryStopData', { ...PERIOD, ...filter });
      return list.map(
        ({ trackerName, startTime }) => `${trackerName} ${new Date(startTime).toISOString().slice(5, 16)}`,
      );
    };

    test('lists stops of 5 minutes or more, newest first, with what is known of them', async () => {
      const { list, total, sum, days, recomputing } = await ada.call('queryStopData', PERIOD);
      expect({ total, recomputing }).toEqual({ total: 3, recomputing: 0 });
      expect(list).toEqual([
        {
          ...{ key: expect.any(String), trackerId: tern, trackerName: 'Tern', imei: '861390000000642' },
          ...{ groupName: null, startTime: at('05-31T10:00'), endTime: at('05-31T18:00') },
          ...{ lastFix: at('05-31T18:00'), duration: 8 * HOUR, latitude: 26, longitude: 111 },
          ...{ address: expect.any(String), gDeviceStatus: STAY_STATUS.atPoint, sinceLast: null },
          // A device without ignition has no ignition time, not 0.
          ...{ ignitionTime: null, objects: ['Pier'] },
        },
        {
          ...{ key: expect.any(String), trackerId: gull, trackerName: '=Gull 🚢', imei: '13900000641' },
          ...{ groupName: 'Quay', startTime: at('05-30T23:50'), endTime: at('05-31T01:00') },
          ...{ lastFix: at('05-31T01:00'), duration: 70 * MINUTE, latitude: 24, longitude: 109 },
          ...{ address: expect.any(String), gDeviceStatus: STAY_STATUS.engineOff },
          // Since 09:30: the stop of 4 minutes is too short.
          ...{ sinceLast: 14 * HOUR + 20 * MINUTE, ignitionTime: 10 * MINUTE, objects: [] },
        },
        {
          ...{ key: expect.any(String), trackerId: gull, trackerName: '=Gull 🚢', imei: '13900000641' },
          ...{ groupName: 'Quay', startTime: at('05-30T09:00'), endTime: at('05-30T09:30') },
          ...{ lastFix: at('05-30T09:30'), duration: 30 * MINUTE, latitude: 25, longitude: 110 },
          ...{ address: expect.any(String), gDeviceStatus: STAY_STATUS.engineOn },
          // The previous stop is not in the period.
          ...{
            sinceLast: at('05-30T09:00') - at('05-20T10:00'),
            ignitionTime: 20 * MINUTE,
            objects: ['=Yard'],
          },
        },
      ]);
      expect(sum).toEqual({ stops: 3, devices: 2, duration: 580 * MINUTE, ignitionTime: 30 * MINUTE });
      expect(days).toEqual([
        { day: '2026-05-30', stops: 2, devices: 1, duration: 100 * MINUTE, ignitionTime: 30 * MINUTE },
        { day: '2026-05-31', stops: 1, devices: 1, duration: 480 * MINUTE, ignitionTime: null },
      ]);
    });

    test('limits the stops by duration, devices, groups, text, fences and points', async () => {
      const gullStops = ['=Gull 🚢 05-30T15:50', '=Gull 🚢 05-30T01:00'];
      expect(await briefOf(ada, { minMinutes: 3 })).toHaveLength(4);
      expect(await briefOf(ada, { minMinutes: 71 })).toEqual(['Tern 05-31T02:00']);
      expect(await briefOf(ada, { groupIds: [groupId] })).toEqual(gullStops);
      expect(await briefOf(ada, { trackerIds: [tern] })).toEqual(['Tern 05-31T02:00']);
      expect(await briefOf(ada, { keywords: 'gull' })).toEqual(gullStops);
      expect(await briefOf(ada, { fenceIds: [fenceId] })).toEqual(['=Gull 🚢 05-30T01:00']);
      expect(await briefOf(ada, { labelPointIds: [labelPointId] })).toEqual(['Tern 05-31T02:00']);
      expect(await briefOf(ada, { fenceIds: [fenceId], labelPointIds: [labelPointId] })).toHaveLength(2);
      const { sum } = await ada.call('queryStopData', { ...PERIOD, fenceIds: [fenceId] });
      expect(sum).toMatchObject({ stops: 1, duration: 30 * MINUTE });
    });

    test('sorts the stops, in pages', async () => {
      const sorted = (sort: 'name' | 'duration' | 'ignitionTime', direction: 'ascending' | 'descending') =>
        briefOf(ada, { sort, direction });
      expect((await sorted('name', 'descending'))[0]).toMatch('Tern');
      expect(await sorted('duration', 'ascending')).toEqual([
        ...['=Gull 🚢 05-30T01:00', '=Gull 🚢 05-30T15:50', 'Tern 05-31T02:00'],
      ]);
      // Unknown values are last in both directions.
      expect((await sorted('ignitionTime', 'descending'))[2]).toMatch('Tern');
      expect((await sorted('ignitionTime', 'ascending'))[2]).toMatch('Tern');
      const second = await ada.call('queryStopData', { ...PERIOD, pageSize: 2, pageIndex: 2 });
      expect(second).toMatchObject({ total: 3, list: [{ startTime: at('05-30T09:00') }] });
    });

    test('a user sees the stops of their groups and nothing of another account', async () => {
      expect(await briefOf(viewer, { trackerIds: [gull, tern] })).toHaveLength(2);
      // The fence is of the group, the point of nobody's.
      const { list } = await viewer.call('queryStopData', PERIOD);
      expect(list.flatMap(({ objects }) => objects)).toEqual(['=Yard']);
      expect(await briefOf(otherUser, { trackerIds: [gull, tern] })).toEqual([]);
      expect(await briefOf(otherUser, { fenceIds: [fenceId] })).toEqual([]);
      expect(await briefOf(otherUser, {})).toEqual(['Owl 05-31T02:00']);
    });

    test('the stop of a device that still stands ends with its last fix', async () => {
      const device = await world.device('jt808', '13900000641');
      const start = world.clock.now() - 40 * MINUTE;
      for (let minute = 0; minute <= 20; minute += 2) {
        const fix = { latitude: 27, longitude: 112, speed: 0 };
        await device.reply(device.report(report({ time: start + minute * MINUTE, fix, gsm: 10 })));
      }
      await archive();
      const today = { startDay: '2026-06-01', endDay: '2026-06-01' };
      const { list, sum } = await ada.call('queryStopData', today);
      expect(list).toMatchObject([
        {
          ...{ trackerId: gull, startTime: start, endTime: null, lastFix: start + 20 * MINUTE },
          ...{ duration: 20 * MINUTE, latitude: 27, longitude: 112 },
          ...{ gDeviceStatus: STAY_STATUS.weakSignal, sinceLast: start - at('05-31T01:00') },
        },
      ]);
      expect(sum).toMatchObject({ stops: 1, duration: 20 * MINUTE });
      expect(await briefOf(ada, { ...today, minMinutes: 21 })).toEqual([]);
    });

    test('a device that moved to another account takes its stops along', async () => {
      const shrike = await harbour.tracker('861390000000649', 'Shrike');
      const rows = new EpisodeRows();
      const here = { latitude: 10, longitude: 10 };
      const [from, to] = [at('05-10T10:00'), at('05-10T11:00')];
      rows.add(shrike, [
        {
          kind: 'stop',
          from: { time: from, ...here },
          to: { time: to, ...here },
          days: [],
          hasIgnition: false,
        },
      ]);
      await new Partitions().ensure(world.database.db, rows.weeks);
      await world.database.db.transaction().execute((tx) => rows.insert(tx, null));
      const period = { startDay: '2026-05-10', endDay: '2026-05-10' };
      expect(await briefOf(ada, period)).toHaveLength(1);
      await world.database.db
        .updateTable('tracker')
        .set({ account_id: otherUser.accountId, group_id: null })
        .where('tracker_id', '=', shrike)
        .execute();
      expect(await briefOf(ada, { ...period, trackerIds: [shrike] })).toEqual([]);
      expect(await briefOf(otherUser, period)).toHaveLength(1);
      await otherUser.call('removeTracker', { trackerId: shrike });
      expect(await briefOf(otherUser, { ...period, trackerIds: [shrike] })).toEqual([]);
    });

    test('refuses a period that ends before it starts, and one of more than 31 days', async () => {
      const query = (startDay: string, endDay: string) => ada.call('queryStopData', { startDay, endDay });
      await expect(query('2026-06-02', '2026-06-01')).rejects.toMatchObject({ errorName: 'report-period' });
      await expect(query('2026-05-01', '2026-06-01')).rejects.toMatchObject({
        errorName: 'report-rows-too-long',
      });
      await expect(query('2025-01-01', '2026-06-01')).rejects.toMatchObject({ errorName: 'report-too-long' });
      expect((await query('2026-05-02', '2026-06-01')).days).toHaveLength(31);
    });

    async function exportRows(person: Person, payload: object) {
      const { taskProgressId } = await person.call('exportStopData', { ...PERIOD, ...payload });
      const bytes = new Uint8Array(await readTaskFile(world, person, taskProgressId));
      return { bytes, rows: [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells) };
    }

    test('exports the stops of the table with their sums, unknown values empty and names as texts', async () => {
      const { rows } = await exportRows(ada, { sort: 'start', direction: 'ascending' });
      const [headings = [], first = [], , third = [], sums = []] = rows;
      expect(rows).toHaveLength(5);
      const cell = (row: readonly unknown[], heading: string) => row[headings.indexOf(heading)] ?? null;
      const duration = (ms: number) => ({ localMs: EPOCH_1900_MS + ms });
      expect(first.slice(0, 3)).toEqual(['=Gull 🚢', '13900000641', 'Quay']);
      expect(cell(first, 'Start (Asia/Shanghai)')).toEqual({ localMs: Date.UTC(2026, 4, 30, 9) });
      expect(cell(first, 'Duration')).toEqual(duration(30 * MINUTE));
      expect(cell(first, 'Status')).toBe('Idling');
      expect(cell(first, 'Point / fence')).toBe('=Yard');
      expect(cell(first, 'Latitude (°)')).toBe(25);
      expect(cell(third, 'Ignition time')).toBeNull();
      expect(cell(third, 'Since last stop')).toBeNull();
      expect(cell(sums, 'Duration')).toEqual(duration(580 * MINUTE));
      const csv = await exportRows(ada, { format: 'csv', labelPointIds: [labelPointId] });
      const lines = new TextDecoder().decode(csv.bytes).trim().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatch(/^"Tern"/);
      expect((await exportRows(viewer, {})).rows).toHaveLength(4);
      await expect(exportRows(ada, { trackerIds: [tern], minMinutes: 1_440 })).rejects.toMatchObject({
        errorName: 'export-empty',
      });
    });

    test('needs the function of the data center', async () => {
      const sums = await harbour.person('sue', { roles: ['eob_plugin_data_statistics'] });
      await expect(sums.call('queryStopData', PERIOD)).rejects.toMatchObject({ errorName: 'not-allowed' });
    });

    test.each([
      ['en_US', 'Stops by day'],
      ['zh_CN', '停留次数（按日）'],
    ] as const)(
      'prints the chart of the page: %s',
      async (language, title) => {
        const person = await harbour.person(`printer-${language}`, { language });
        const payload = { ...PERIOD, format: 'pdf' } as const;
        const { taskProgressId } = await person.call('exportStopData', payload);
        const { texts } = await readPrintedReport(world, person, taskProgressId);
        expect(texts).toEqual(expect.arrayContaining([title, '05-30', '05-31']));
      },
      180_000,
    );
  });
}
