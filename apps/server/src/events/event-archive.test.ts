import type { EventKey, TrackerEvent } from '@wakeline/domain/events/tracker-event';
import { NOTICE_NUMBERS } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { HistoryUnavailableError } from '../db/history-unavailable.ts';
import { Partitions } from '../db/partitions.ts';
import { eraseTrack } from '../positions/delete-track.ts';
import type { DeviceHistory } from '../positions/position-store.ts';
import { applyRetention } from '../positions/retention.ts';
import { STORE_KINDS, type TestStore } from '../positions/testing/stores.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import type { AlarmFilter } from './alarm-records.ts';
import { archiveEvents } from './archive-events.ts';
import { countAlarmsBySpan, rankByAlarms } from './count-alarms.ts';
import { deleteFlightEvents } from './delete.ts';
import type { EventArchive, StoredEvent } from './event-archive.ts';
import { EventColumns } from './insert.ts';
import { readEvents, readEventsOfDays } from './read.ts';
import { readAlarmTypesDuring } from './read-alarms-during.ts';
import { restoreArchivedEvents } from './restore-archived.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOMENT = { latitude: 53.5436, longitude: 9.9663 };

for (const kind of STORE_KINDS.filter(({ tags }) => tags.length > 0)) {
  describe(`archive in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let store: TestStore;
    let archive: EventArchive;
    let history: DeviceHistory;
    let partitions: Partitions;
    let now: number;

    beforeAll(() => kind.start());
    afterAll(() => kind.stop());

    beforeEach(async () => {
      testDatabase = await createTestDatabase();
      database = connect(testDatabase.url, 3);
      partitions = new Partitions();
      now = NOON;
      store = await kind.open({ now: () => now });
      archive = store.eventArchive as EventArchive;
      history = { db: database.db, positions: store.positions, eventArchive: archive };
    });

    afterEach(async () => {
      await store.close();
      await database.close();
      await testDatabase.drop();
    });

    async function insert(trackerId: number, events: readonly TrackerEvent[], accountId = 1) {
      const columns = new EventColumns();
      for (const event of events) columns.add(trackerId, accountId, event);
      await partitions.ensure(database.db, columns.weeks);
      return database.db.transaction().execute((tx) => columns.insertNew(tx, archive));
    }

    const alarmAt = (time: number, latitude = MOMENT.latitude): TrackerEvent => ({
      ...{ ...MOMENT, latitude, time },
      ...{ kind: 'alarm', noticeType: 'SOS' },
    });

    /** The times of the events of a tracker in hours before noon, newest first. */
    async function hoursOf(trackerId: number, accountId = 1): Promise<readonly number[]> {
      const { events } = await page(trackerId, accountId);
      return events.map(({ time }) => (NOON - time) / HOUR);
    }

    function page(trackerId: number, accountId = 1, before?: EventKey, limit = 100) {
      const window = { trackerId, accountId, from: 0, to: NOON + DAY, now: NOON };
      return readEvents(history, { ...window, kinds: undefined, before, limit });
    }

    /** Copies old events, and does not delete them in the database. */
    async function copyToArchive(): Promise<void> {
      const failing: EventArchive = {
        ...archive,
        async insert(events) {
          await archive.insert(events);
          throw new Error('the process ends');
        },
      };
      await expect(archiveEvents(database.db, failing)).rejects.toThrow('the process ends');
    }

    async function storedHours(): Promise<readonly number[]> {
      const { rows } = await sql<{ time: number }>`select time from event order by time desc`.execute(
        database.db,
      );
      return rows.map(({ time }) => (NOON - time) / HOUR);
    }

    async function archivedHours(): Promise<readonly number[]> {
      const spans = [1, 2, 3].map((trackerId) => ({ trackerId, from: 0, to: NOON + DAY }));
      const rows = await archive.read({ spans, kinds: null, refs: null }, 1_000);
      return rows.map(({ time }) => (NOON - time) / HOUR).sort((a, b) => a - b);
    }

    test('moves events that are older than 26 hours, in pages', async () => {
      await insert(
        1,
        [25, 26, 27, 50, 400].map((hours) => alarmAt(NOON - hours * HOUR)),
      );
      await insert(
        2,
        [27, 28, 29].map((hours) => alarmAt(NOON - hours * HOUR)),
      );
      expect(await archiveEvents(database.db, archive, { pageEvents: 2 })).toBe(6);
      expect(await storedHours()).toEqual([25, 26]);
      expect(await archivedHours()).toEqual([27, 27, 28, 29, 50, 400]);
      expect(await hoursOf(1)).toEqual([25, 26, 27, 50, 400]);
      expect(await archiveEvents(database.db, archive)).toBe(0);
    });

    test('reads an event once that was copied and not deleted', async () => {
      await insert(
        1,
        [1, 30, 40].map((hours) => alarmAt(NOON - hours * HOUR)),
      );
      await copyToArchive();
      expect(await storedHours()).toEqual([1, 30, 40]);
      expect(await archivedHours()).toEqual([30, 40]);
      expect(await hoursOf(1)).toEqual([1, 30, 40]);
      const days = await readEventsOfDays(history, 1, { from: NOON - 3 * DAY, to: NOON });
      expect(days.map(({ time }) => (NOON - time) / HOUR)).toEqual([40, 30, 1]);
      await archiveEvents(database.db, archive);
      expect(await storedHours()).toEqual([1]);
      expect(await hoursOf(1)).toEqual([1, 30, 40]);
    });

    test('reads an event once that is archived between the queries of a reader', async () => {
      await insert(1, [alarmAt(NOON - 30 * HOUR)]);
      const slow: EventArchive = {
        ...archive,
        async read(query, limit) {
          const found = await archive.read(query, limit);
          await archiveEvents(database.db, archive);
          return found;
        },
      };
      const window = { trackerId: 1, from: NOON - 2 * DAY, to: NOON };
      const [types] = await readAlarmTypesDuring({ ...history, eventArchive: slow }, [window], ['SOS']);
      expect([...(types ?? [])]).toEqual(['SOS']);
      expect(await storedHours()).toEqual([]);
    });

    test('keeps events in the database while the archive is unavailable', async () => {
      await insert(
        1,
        [1, 30].map((hours) => alarmAt(NOON - hours * HOUR)),
      );
      const fail = () => Promise.reject(new HistoryUnavailableError(new Error('connection refused')));
      const away: EventArchive = { ...archive, insert: fail, read: fail, readNewest: fail };
      await expect(archiveEvents(database.db, away)).rejects.toThrow(HistoryUnavailableError);
      expect(await storedHours()).toEqual([1, 30]);
      const without = { ...history, eventArchive: away };
      const read = (hours: number) =>
        readAlarmTypesDuring(without, [{ trackerId: 1, from: NOON - hours * HOUR, to: NOON }], ['SOS']);
      await expect(read(31)).rejects.toThrow(HistoryUnavailableError);
      expect([...((await read(25))[0] ?? [])]).toEqual(['SOS']);
    });

    test('refuses to read more archived events than its limit', async () => {
      await insert(
        1,
        [30, 31, 32].map((hours) => alarmAt(NOON - hours * HOUR)),
      );
      await archiveEvents(database.db, archive);
      const query = { spans: [{ trackerId: 1, from: 0, to: NOON }], kinds: null, refs: null };
      expect(await archive.read(query, 3)).toHaveLength(3);
      await expect(archive.read(query, 2)).rejects.toThrow(
        expect.objectContaining({ errorName: 'events-too-many' }),
      );
    });

    test('pages from the database into the archive', async () => {
      const hours = [1, 25, 26, 27, 28, 100, 200];
      await insert(
        1,
        hours.map((hour) => alarmAt(NOON - hour * HOUR)),
      );
      await archiveEvents(database.db, archive);
      const pages: number[][] = [];
      let before: EventKey | undefined;
      do {
        const { events, next } = await page(1, 1, before, 2);
        pages.push(events.map(({ time }) => (NOON - time) / HOUR));
        before = next ?? undefined;
      } while (before !== undefined);
      expect(pages).toEqual([[1, 25], [26, 27], [28, 100], [200]]);
    });

    test('keeps the archived event of a key, which does not count as new later', async () => {
      await insert(1, [alarmAt(NOON - 30 * HOUR, 10)]);
      await archiveEvents(database.db, archive);
      const late = [alarmAt(NOON - 30 * HOUR, 20), alarmAt(NOON - 31 * HOUR, 30), alarmAt(NOON - HOUR, 40)];
      expect(await insert(1, late)).toEqual(
        new Set([
          `1 ${NOON - 31 * HOUR} 2 ${NOTICE_NUMBERS.SOS}`,
          `1 ${NOON - HOUR} 2 ${NOTICE_NUMBERS.SOS}`,
        ]),
      );
      const latitudes = async () => (await page(1)).events.map(({ latitude }) => latitude);
      expect(await latitudes()).toEqual([40, 10, 30]);
      now += 1;
      await archiveEvents(database.db, archive);
      expect(await latitudes()).toEqual([40, 10, 30]);
      expect(await storedHours()).toEqual([1]);
    });

    test('reads the events of days with the end of a time offline, in both stores', async () => {
      const online = (hours: number, since: number): TrackerEvent => ({
        ...{ ...MOMENT, time: NOON - hours * HOUR, kind: 'online', since: NOON - since * HOUR },
      });
      await insert(1, [alarmAt(NOON - 60 * HOUR), alarmAt(NOON - 50 * HOUR), online(40, 52), online(30, 35)]);
      await insert(1, [online(10, 20), online(5, 9)]);
      await archiveEvents(database.db, archive);
      const read = async (from: number, to: number) => {
        const window = { from: NOON - from * HOUR, to: NOON - to * HOUR };
        const events = await readEventsOfDays(history, 1, window);
        return events.map(({ time }) => (NOON - time) / HOUR);
      };
      expect(await read(60, 50)).toEqual([60, 40]);
      expect(await read(50, 45)).toEqual([50, 40]);
      expect(await read(41, 32)).toEqual([40, 30]);
      // The next end is still in the database.
      expect(await read(31, 12)).toEqual([30, 10]);
      expect(await read(29, 26.5)).toEqual([]);
    });

    test('hides archived events about fences of an account that had the tracker before', async () => {
      const fence = { fenceId: 42, fenceName: 'Yard', groupId: null };
      await insert(1, [
        { ...MOMENT, time: NOON - 40 * HOUR, kind: 'fence-entered', fence },
        alarmAt(NOON - 41 * HOUR),
      ]);
      await insert(1, [{ ...MOMENT, time: NOON - 39 * HOUR, kind: 'fence-entered', fence }], 2);
      await archiveEvents(database.db, archive);
      expect(await hoursOf(1, 1)).toEqual([40, 41]);
      expect(await hoursOf(1, 2)).toEqual([39, 41]);
    });

    test('counts alarms in the archive, each once', async () => {
      await sql`
        insert into account (account_id, name, device_password) overriding system value values (1, 'Harbour', '')`.execute(
        database.db,
      );
      await sql`
        insert into tracker (tracker_id, account_id, name, imei, password, valid_until) overriding system value
        values (1, 1, 'Gull', 'a', '', null), (2, 1, 'Tern', 'b', '', ${new Date(NOON - 50 * HOUR)}),
          (3, 1, 'Heron', 'c', '', ${new Date(NOON - 52 * HOUR)})`.execute(database.db);
      const entered = (hours: number, fenceId: number): TrackerEvent => ({
        ...{ ...MOMENT, time: NOON - hours * HOUR, kind: 'fence-entered' },
        fence: { fenceId, fenceName: 'Yard', groupId: null },
      });
      await insert(
        1,
        [1, 30, 40].map((hours) => alarmAt(NOON - hours * HOUR)),
      );
      await insert(1, [entered(35, 42), entered(36, 43)]);
      // Of an account that had the tracker before.
      await insert(1, [entered(37, 44)], 2);
      // After the validity of the device, and before.
      await insert(2, [alarmAt(NOON - 45 * HOUR), alarmAt(NOON - 55 * HOUR)]);
      await insert(3, [alarmAt(NOON - 51 * HOUR), alarmAt(NOON - 53 * HOUR)]);
      const filter: AlarmFilter = {
        devices: sql`
          select tracker_id, name as tracker_name, imei, group_id, null::text as group_name, valid_until from tracker`,
        ...{ accountId: 1, from: NOON - 60 * HOUR, to: NOON + 1, now: NOON },
        ...{ types: null, states: null, notices: null, isRead: null },
        silent: { entries: [42], exits: [] },
      };
      const times = [60, 38, 32, 0].map((hours) => NOON - hours * HOUR);
      const expectCounts = async () => {
        expect(await countAlarmsBySpan(history, filter, times)).toEqual([3, 1, 2]);
        expect(await rankByAlarms(history, filter, 2)).toEqual([
          { tracker_id: 1, tracker_name: 'Gull', alarms: 4 },
          { tracker_id: 2, tracker_name: 'Tern', alarms: 1 },
        ]);
      };
      await expectCounts();
      await copyToArchive();
      await expectCounts();
      await archiveEvents(database.db, archive);
      await expectCounts();
      expect(await storedHours()).toEqual([1]);
    });

    test('deletes the flights of a time, and the histories of removed trackers', async () => {
      const flown = (hours: number, type: 'take-off' | 'touch-and-go'): TrackerEvent => ({
        ...{ ...MOMENT, time: NOON - hours * HOUR, kind: type },
      });
      await insert(1, [flown(1, 'take-off'), flown(30, 'take-off'), flown(40, 'touch-and-go')]);
      await insert(1, [alarmAt(NOON - 30 * HOUR)]);
      await insert(2, [alarmAt(NOON - 30 * HOUR), alarmAt(NOON - HOUR)]);
      await archiveEvents(database.db, archive);
      await database.db
        .transaction()
        .execute((tx) => deleteFlightEvents(tx, archive, 1, { from: NOON - 35 * HOUR, to: NOON }));
      expect(await hoursOf(1)).toEqual([30, 40]);
      await eraseTrack(history, 2);
      expect(await hoursOf(2)).toEqual([]);
      expect(await hoursOf(1)).toEqual([30, 40]);
    });

    test('deletes what is archived while a tracker is erased', async () => {
      await insert(1, [alarmAt(NOON - 30 * HOUR)]);
      let erased: Promise<unknown> | undefined;
      const slow: EventArchive = {
        ...archive,
        async insert(events) {
          // The deletion waits for the row, which is locked.
          erased = eraseTrack(history, 1);
          await waitForLock();
          await archive.insert(events);
        },
      };
      expect(await archiveEvents(database.db, slow)).toBe(1);
      await erased;
      expect(await archivedHours()).toEqual([]);
      expect(await storedHours()).toEqual([]);
    });

    async function waitForLock(): Promise<void> {
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
          return rows[0]?.waiting;
        })
        .toBe(1);
    }

    test('deletes archived events with the retention of the account', async () => {
      await sql`
        insert into account (account_id, name, device_password, retention_days) overriding system value
        values (1, 'Harbour', '', 400), (2, 'Airfield', '', 30)`.execute(database.db);
      await sql`
        insert into tracker (tracker_id, account_id, name, imei, password) overriding system value
        values (1, 1, 'a', 'a', ''), (2, 2, 'b', 'b', '')`.execute(database.db);
      const hours = [1, 29 * 24, 31 * 24, 420 * 24];
      for (const trackerId of [1, 2])
        await insert(
          trackerId,
          hours.map((hour) => alarmAt(NOON - hour * HOUR)),
        );
      await archiveEvents(database.db, archive);
      await applyRetention(history, partitions, NOON);
      expect(await hoursOf(1)).toEqual([1, 29 * 24, 31 * 24]);
      expect(await hoursOf(2)).toEqual([1, 29 * 24]);
    });

    test('restores archived events, and continues when it was interrupted', async () => {
      const hours = [1, 30, 40, 200, 900, 901];
      for (const trackerId of [1, 2, 3])
        await insert(
          trackerId,
          hours.map((hour) => alarmAt(NOON - hour * HOUR, trackerId)),
        );
      await archiveEvents(database.db, archive);
      // Of the first event a later one with the same key came.
      await insert(1, [alarmAt(NOON - 901 * HOUR, 80)]);
      const stop = () => {
        throw new Error('interrupted');
      };
      await expect(
        restoreArchivedEvents(database.db, archive, partitions, { pageEvents: 2, onProgress: stop }),
      ).rejects.toThrow('interrupted');
      expect(await hoursOf(1)).toEqual(hours);
      expect(await restoreArchivedEvents(database.db, archive, new Partitions(), { pageEvents: 2 })).toBe(15);
      expect(await archivedHours()).toEqual([]);
      expect((await storedHours()).length).toBe(18);
      const { events } = await page(1);
      expect(events.map(({ latitude }) => latitude)).toEqual([1, 1, 1, 1, 1, 1]);
    });

    test('keeps all columns, and archives nothing while events are restored', async () => {
      const rows: readonly StoredEvent[] = [
        {
          ...{ tracker_id: 1, time: NOON - 3 * DAY, kind: 999, ref: -5, since: NOON - 4 * DAY },
          ...{
            latitude: -1_800_000_000,
            longitude: 1_800_000_000,
            data: '{"name": "青岛港 \\"A\\"", "account": 7}',
          },
        },
        {
          ...{ tracker_id: 2, time: NOON - 3 * DAY, kind: 0, ref: 2 ** 31 - 1, since: null },
          ...{ latitude: null, longitude: null, data: null },
        },
      ];
      await archive.insert(rows);
      const spans = [1, 2].map((trackerId) => ({ trackerId, from: 0, to: NOON }));
      const read = await archive.read({ spans, kinds: null, refs: null }, 10);
      expect(read.toSorted((a, b) => a.tracker_id - b.tracker_id)).toEqual(rows);
      await insert(3, [alarmAt(NOON - 50 * HOUR)]);
      const moved: number[] = [];
      const archiving: EventArchive = {
        ...archive,
        async listWeeks() {
          moved.push(await archiveEvents(database.db, archive));
          return archive.listWeeks();
        },
      };
      await restoreArchivedEvents(database.db, archiving, partitions);
      expect(moved).toEqual([0]);
      expect(await archivedHours()).toEqual([]);
      const { rows: stored } = await sql<StoredEvent>`
        select tracker_id, time, kind, ref, since, latitude, longitude, data::text as data from event
        where tracker_id < 3 order by tracker_id`.execute(database.db);
      expect(stored).toEqual(rows);
    });
  });
}
