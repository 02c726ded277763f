import type { EventKey, EventKind, TrackerEvent } from '@wakeline/domain/events/tracker-event';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { Partitions } from '../db/partitions.ts';
import { eraseTrack } from '../positions/delete-track.ts';
import { eraseTracks, markTracksRemoved } from '../positions/delete-tracks.ts';
import type { DeviceHistory } from '../positions/position-store.ts';
import { applyRetention } from '../positions/retention.ts';
import { STORE_KINDS, type TestStore } from '../positions/testing/stores.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { EventColumns } from './insert.ts';
import { readEvents } from './read.ts';
import { archiveAll } from './testing/archive-all.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const MOMENT = { time: NOON, latitude: 53.5436, longitude: 9.9663 };
const FENCE = { fenceId: 42, fenceName: '青岛港 "A"\\', groupId: 7 };

interface Filter {
  readonly accountId?: number;
  readonly from?: number;
  readonly to?: number;
  readonly kinds?: readonly EventKind[];
  readonly before?: EventKey;
  readonly limit?: number;
}

for (const kind of STORE_KINDS) {
  describe(`events in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let partitions: Partitions;
    let store: TestStore;
    let history: DeviceHistory;

    beforeAll(() => kind.start());
    afterAll(() => kind.stop());

    beforeEach(async () => {
      testDatabase = await createTestDatabase();
      database = connect(testDatabase.url, 2);
      partitions = new Partitions();
      store = await kind.open();
      history = { db: database.db, positions: store.positions, eventArchive: store.eventArchive };
    });

    afterEach(async () => {
      await store.close();
      await database.close();
      await testDatabase.drop();
    });

    async function insert(trackerId: number, events: readonly TrackerEvent[], accountId = 1): Promise<void> {
      const columns = new EventColumns();
      for (const event of events) columns.add(trackerId, accountId, event);
      await partitions.ensure(database.db, columns.weeks);
      await database.db.transaction().execute((tx) => columns.insert(tx));
    }

    /** Archives all events, if there is an archive. */
    async function archive(): Promise<void> {
      await archiveAll(database.db, store);
    }

    async function read(trackerId: number, filter: Filter = {}) {
      await archive();
      const all = { accountId: 1, from: 0, to: NOON + DAY, now: NOON, limit: 100 };
      return readEvents(history, { trackerId, kinds: undefined, before: undefined, ...all, ...filter });
    }

    const onlineAt = (time: number): TrackerEvent => ({ ...MOMENT, time, kind: 'online', since: null });

    test('returns each kind as it was stored, newest first', async () => {
      const events: readonly TrackerEvent[] = [
        { ...MOMENT, kind: 'fence-entered', fence: FENCE },
        { ...MOMENT, kind: 'fence-exited', fence: { ...FENCE, groupId: null }, since: NOON - 1 },
        { ...MOMENT, kind: 'fence-exited', fence: { ...FENCE, fenceId: 43 }, since: null },
        { ...MOMENT, kind: 'alarm', noticeType: 'SOS' },
        { ...MOMENT, kind: 'alarm', noticeType: 'OUTAGE' },
        { ...MOMENT, kind: 'sos-cleared', since: NOON - 2 },
        { ...MOMENT, kind: 'movement-started', since: NOON - 3 },
        { ...MOMENT, kind: 'movement-stopped', since: NOON - 4, metres: 12_345 },
        { ...MOMENT, kind: 'ignition-on', since: NOON - 5 },
        { ...MOMENT, kind: 'ignition-off', since: NOON - 6 },
        { kind: 'offline', time: NOON, latitude: null, longitude: null, since: NOON - 7 },
        { ...MOMENT, kind: 'online', since: null },
        { ...MOMENT, kind: 'battery-low', battery: 19.5 },
        { ...MOMENT, kind: 'rule', ruleId: 5, noticeType: 'OVERSPEED', value: 131.5 },
        {
          ...MOMENT,
          latitude: -89.9999999,
          longitude: -180,
          time: NOON + 1,
          kind: 'battery-low',
          battery: null,
        },
      ];
      await insert(1, events);
      // In the order of the key: time, number of the kind, fence or alarm.
      expect((await read(1)).events).toEqual(events.toReversed());
    });

    test('stores an event once and keeps the first one of each key', async () => {
      await insert(1, [{ ...MOMENT, kind: 'battery-low', battery: 20 }]);
      await insert(1, [
        { ...MOMENT, kind: 'battery-low', battery: 10 },
        { ...MOMENT, kind: 'battery-low', battery: 9 },
      ]);
      await insert(2, [{ ...MOMENT, kind: 'battery-low', battery: 8 }]);
      expect((await read(1)).events).toEqual([{ ...MOMENT, kind: 'battery-low', battery: 20 }]);
    });

    test('pages through events of one time and of several weeks', async () => {
      const events: TrackerEvent[] = [onlineAt(NOON - 20 * DAY), onlineAt(NOON - 10 * DAY)];
      for (let fenceId = 1; fenceId <= 5; fenceId++) {
        events.push({ ...MOMENT, kind: 'fence-entered', fence: { ...FENCE, fenceId } });
      }
      await insert(1, events);
      const pages: TrackerEvent[][] = [];
      let before: EventKey | undefined;
      do {
        const page = await read(1, { limit: 3, ...(before && { before }) });
        pages.push([...page.events]);
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(events.toReversed());
    });

    test('filters by time, both ends included, and by kind', async () => {
      const low: TrackerEvent = { ...MOMENT, kind: 'battery-low', battery: 20 };
      await insert(1, [onlineAt(NOON - 1), low, onlineAt(NOON + 1)]);
      expect((await read(1, { from: NOON, to: NOON })).events).toEqual([low]);
      expect((await read(1, { from: NOON - 1, to: NOON })).events).toHaveLength(2);
      expect((await read(1, { kinds: ['battery-low'] })).events).toEqual([low]);
    });

    test('leaves out events about fences and rules of another account', async () => {
      await insert(1, [{ ...MOMENT, kind: 'fence-entered', fence: FENCE }, onlineAt(NOON + 1)], 1);
      await insert(1, [{ ...MOMENT, kind: 'rule', ruleId: 5, noticeType: 'OVERSPEED', value: 1 }], 2);
      expect((await read(1, { accountId: 2 })).events.map(({ kind }) => kind)).toEqual(['online', 'rule']);
      expect((await read(1, { accountId: 1 })).events.map(({ kind }) => kind)).toEqual([
        'online',
        'fence-entered',
      ]);
    });

    test('skips events of a kind that a newer version stored', async () => {
      await insert(1, [onlineAt(NOON)]);
      await sql`insert into event (time, tracker_id, ref, kind) values (${NOON + 1}, 1, 0, 999)`.execute(
        database.db,
      );
      expect(await read(1, { limit: 1 })).toEqual({ events: [onlineAt(NOON)], next: null });
    });

    test('deletes events with the retention of the account, and old weeks as partitions', async () => {
      await sql`
    insert into account (account_id, name, device_password, retention_days) overriding system value
    values (1, 'Harbour', '', 400), (2, 'Airfield', '', 30)`.execute(database.db);
      await sql`
    insert into tracker (tracker_id, account_id, name, imei, password) overriding system value
    values (1, 1, 'a', 'a', ''), (2, 2, 'b', 'b', '')`.execute(database.db);
      for (const trackerId of [1, 2]) {
        await insert(trackerId, [
          onlineAt(NOON - 420 * DAY),
          onlineAt(NOON - 31 * DAY),
          onlineAt(NOON - 29 * DAY),
        ]);
      }
      await archive();
      expect(await applyRetention(history, partitions, NOON)).toEqual({
        partitionsDropped: 1,
        positionsDeleted: 0,
      });
      const times = async (trackerId: number) =>
        (await read(trackerId)).events.map(({ time }) => (time - NOON) / DAY);
      expect(await times(1)).toEqual([-29, -31]);
      expect(await times(2)).toEqual([-29]);
    });

    test('deletes the events of removed trackers, and keeps them when a part of a track is deleted', async () => {
      for (const trackerId of [1, 2, 3]) await insert(trackerId, [onlineAt(NOON - 10 * DAY), onlineAt(NOON)]);
      await database.db.transaction().execute(async (tx) => {
        await markTracksRemoved(tx, [2, 3]);
        await store.positions.delete(tx, [1], { from: 0, to: NOON });
      });
      await archive();
      await eraseTrack(history, 2);
      await eraseTracks(history, [1, 3], async () => undefined);
      expect((await read(1)).events).toHaveLength(2);
      expect((await read(2)).events).toEqual([]);
      expect((await read(3)).events).toEqual([]);
    });
  });
}
