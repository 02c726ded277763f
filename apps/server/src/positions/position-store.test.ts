import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { Partitions } from '../db/partitions.ts';
import { fixAt } from '../testing/fixes.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { countTrack, deleteTrackInBatches, eraseTrack } from './delete-track.ts';
import { eraseTracks, markTracksRemoved } from './delete-tracks.ts';
import { PositionColumns } from './insert.ts';
import { ALL_TIMES, type BatchInsertion, type DeviceHistory } from './position-store.ts';
import { readCoarseColumns, readColumns } from './read-columns.ts';
import { countFixes, readFixesBefore, readFixPages } from './read-fix-pages.ts';
import { readLastFixes } from './read-fixes.ts';
import { readLastReport } from './read-last-report.ts';
import { MAX_NEW_FIXES, readNewFixes } from './read-new-fixes.ts';
import { hasTrack, readTrack, readTrackBatches } from './read-track.ts';
import { readTrails } from './read-trails.ts';
import { applyRetention, countTrackersBefore } from './retention.ts';
import { STORE_KINDS, type TestStore } from './testing/stores.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

for (const kind of STORE_KINDS) {
  describe(`positions in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let store: TestStore;
    let history: DeviceHistory;
    let partitions: Partitions;
    let insertion: BatchInsertion | null;
    /** Epoch milliseconds of the newest valid position of each tracker. */
    let newest: Map<number, number>;
    let batches: number;

    beforeAll(() => kind.start());
    afterAll(() => kind.stop());

    beforeEach(async () => {
      testDatabase = await createTestDatabase();
      database = connect(testDatabase.url, 3);
      store = await kind.open();
      history = { db: database.db, positions: store.positions, eventArchive: store.eventArchive };
      partitions = new Partitions();
      insertion = store.positions.outside?.openBatchInsertion() ?? null;
      newest = new Map();
      batches = 0;
    });

    afterEach(async () => {
      await store.close();
      await database.close();
      await testDatabase.drop();
    });

    type Rows = readonly (readonly [trackerId: number, report: LocatedReport])[];

    /** Stores a batch as the engine does. Returns the number and the keys of the new positions. */
    async function storeBatch(rows: Rows, stampedAt = NOON + batches * 1_000) {
      batches += 1;
      const columns = new PositionColumns();
      for (const [trackerId, report] of rows) columns.add(trackerId, report);
      await partitions.ensure(database.db, columns.weeks);
      const stored =
        insertion === null
          ? await database.db.transaction().execute((tx) => columns.insertNew(tx))
          : await insertion.insert(columns, {
              stamp: insertion.stampAt(stampedAt),
              newest: (trackerId) => newest.get(trackerId) ?? null,
            });
      for (const [trackerId, { time, fix }] of rows)
        if (fix.valid) newest.set(trackerId, Math.max(time, newest.get(trackerId) ?? time));
      return stored;
    }

    const keysOf = async (rows: Rows) => {
      const { keys } = await storeBatch(rows);
      return keys === null ? null : [...keys].sort();
    };

    async function times(trackerId: number): Promise<readonly number[]> {
      const track = await readTrack(history, { trackerId, ...ALL_TIMES, now: NOON }, 1_000);
      return track.map(({ time }) => time);
    }

    test('stores a position once and keeps the first one of each time', async () => {
      expect(await keysOf([[1, fixAt(NOON, { latitude: 53.5 })]])).toBeNull();
      const second: Rows = [
        [1, fixAt(NOON, { latitude: 53.6 })],
        [1, fixAt(NOON + 1)],
        [1, fixAt(NOON + 1, { latitude: 53.7 })],
        [2, fixAt(NOON)],
      ];
      expect(await storeBatch(second)).toEqual({
        inserted: 2,
        keys: new Set([`1 ${NOON + 1}`, `2 ${NOON}`]),
      });
      const track = await readTrack(history, { trackerId: 1, from: NOON, to: NOON + 1, now: NOON }, 10);
      expect(track.map(({ fix }) => fix.latitude)).toEqual([53.5, 54]);
    });

    test('returns which late positions and which without a valid fix are new', async () => {
      await storeBatch([
        [1, fixAt(NOON)],
        [1, fixAt(NOON + 5, { valid: false })],
        [2, fixAt(NOON)],
      ]);
      const late: Rows = [
        [1, fixAt(NOON - 2)],
        [1, fixAt(NOON - 1)],
      ];
      expect(await keysOf(late)).toBeNull();
      expect(
        await keysOf([
          ...late,
          [1, fixAt(NOON - 3)],
          [1, fixAt(NOON + 5, { valid: false })],
          [1, fixAt(NOON + 6, { valid: false })],
          [2, fixAt(NOON + 1)],
        ]),
      ).toEqual([`1 ${NOON - 3}`, `1 ${NOON + 6}`, `2 ${NOON + 1}`]);
      expect(await times(1)).toEqual([NOON - 3, NOON - 2, NOON - 1, NOON]);
    });

    test('reads a track in order, within its window and limit, without invalid positions', async () => {
      await storeBatch([
        [1, fixAt(NOON + 3)],
        [1, fixAt(NOON + 1)],
        // Bit 9 is in the second byte: a report with only that bit, and one with many values.
        [1, fixAt(NOON + 2, { valid: false })],
        [1, fixAt(NOON + 5, { valid: false }, { battery: 50, satellites: 7, alarms: ['SOS'] })],
        [1, fixAt(NOON)],
        [2, fixAt(NOON + 1)],
        [1, fixAt(NOON + 4, {}, { battery: 50, alarms: ['SOS'], attributes: { rain: 1, note: 'é' } })],
      ]);
      const read = async (from: number, to: number, limit: number) =>
        (await readTrack(history, { trackerId: 1, from, to, now: NOON }, limit)).map(
          ({ time }) => time - NOON,
        );
      expect(await read(NOON, NOON + 3, 10)).toEqual([0, 1, 3]);
      expect(await read(NOON, NOON + 4, 3)).toEqual([0, 1, 3]);
      const positions = [];
      const window = { trackerId: 1, from: NOON, to: NOON + 5, now: NOON };
      for await (const batch of readTrackBatches(history, window)) positions.push(...batch);
      expect(positions.map(({ fix }) => fix.valid)).toEqual([true, true, false, true, true, false]);
      expect(positions[4]).toEqual(
        fixAt(NOON + 4, {}, { battery: 50, alarms: ['SOS'], attributes: { rain: 1, note: 'é' } }),
      );
    });

    test('reads a long track in batches, and its fixes as blocks', async () => {
      await storeBatch(
        Array.from({ length: 20_000 }, (_, index) => [
          1,
          fixAt(NOON + index * 1_000, { latitude: index / 1_000, valid: index % 100 !== 50 }),
        ]),
      );
      const lengths = [];
      const window = { trackerId: 1, from: 0, to: NOON + DAY, now: NOON };
      for await (const batch of readTrackBatches(history, window)) lengths.push(batch.length);
      expect(lengths).toEqual([5_000, 5_000, 5_000, 5_000]);

      const span = { trackerIds: [1, 2], from: NOON, to: NOON + DAY, now: NOON };
      const blocks = [];
      for await (const block of readColumns(history, span, async () => undefined)) blocks.push(block);
      // 16,384 positions without one in a hundred, then 3,616.
      expect(blocks.map(({ length }) => length)).toEqual([16_384 - 164, 3_616 - 36]);
      expect(blocks[1]?.time[0]).toBe(NOON + 16_384_000);
      expect(blocks[1]?.lat[0]).toBe(16.384);

      const coarse = [];
      const day = { ...span, to: NOON + DAY - 1, points: 24 * 2 };
      for await (const block of readCoarseColumns(history, day, async () => undefined)) coarse.push(block);
      // 24 spans for each of two trackers: an hour each, of which six have positions, and the last one.
      expect(coarse).toHaveLength(1);
      expect([...(coarse[0]?.time ?? [])].map((time) => (time - NOON) / 1_000)).toEqual([
        0, 3_600, 7_200, 10_800, 14_400, 18_000, 19_999,
      ]);
    });

    test('reads pages of fixes of several trackers, newest first', async () => {
      await storeBatch(
        [1, 2, 3].flatMap((id) =>
          Array.from({ length: 5 }, (_, index) => [id, fixAt(NOON + index * DAY)] as const),
        ),
      );
      const spans = [
        { trackerId: 1, from: NOON, to: NOON + 4 * DAY },
        { trackerId: 2, from: NOON + DAY, to: NOON + 9 * DAY },
      ];
      const read: string[] = [];
      for (let before: { time: number; trackerId: number } | undefined; ; ) {
        const page = await readFixesBefore(history, spans, { before, limit: 4 });
        read.push(...page.map(({ trackerId, report }) => `${trackerId} ${(report.time - NOON) / DAY}`));
        const last = page.at(-1);
        if (last === undefined) break;
        before = { time: last.report.time, trackerId: last.trackerId };
      }
      expect(read).toEqual(['2 4', '1 4', '2 3', '1 3', '2 2', '1 2', '2 1', '1 1', '1 0']);
      expect(await countFixes(history, spans)).toBe(9);
      const all = [];
      for await (const page of readFixPages(history, spans)) all.push(...page);
      expect(all.map(({ trackerId }) => trackerId)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2]);
    });

    test('reads new fixes of several trackers, a limited number of each', async () => {
      await storeBatch([
        ...Array.from({ length: MAX_NEW_FIXES + 1 }, (_, index) => [2, fixAt(NOON + index)] as const),
        [1, fixAt(NOON + 1, { speed: 36, accuracy: 5 })],
        [1, fixAt(NOON + 2, { valid: false })],
        [3, fixAt(NOON)],
      ]);
      const fixes = await readNewFixes(history, [
        { trackerId: 2, from: NOON, to: NOON + DAY },
        { trackerId: 1, from: NOON, to: NOON + 2 },
      ]);
      expect(fixes).toHaveLength(MAX_NEW_FIXES + 1);
      expect(fixes[0]).toMatchObject({ trackerId: 1, time: NOON + 1, speed: 36, accuracy: 5 });
      expect(fixes.at(-1)).toMatchObject({ trackerId: 2, time: NOON + MAX_NEW_FIXES - 1 });
    });

    test('reads the last fix of each window, and the newest report', async () => {
      await storeBatch([
        [1, fixAt(NOON - 300 * DAY)],
        [1, fixAt(NOON, { latitude: 50 })],
        [1, fixAt(NOON + 1, { valid: false })],
        [2, fixAt(NOON)],
      ]);
      const fixes = await readLastFixes(history, [
        { trackerId: 1, from: NOON - DAY, to: NOON + DAY },
        { trackerId: 1, from: NOON - DAY, to: NOON - 1 },
        { trackerId: 1, ...ALL_TIMES, to: NOON - 1 },
        { trackerId: 3, ...ALL_TIMES },
      ]);
      expect(fixes.map((fix) => fix?.time ?? null)).toEqual([NOON, null, NOON - 300 * DAY, null]);
      const last = await readLastReport(history, { trackerId: 1, since: NOON, now: NOON });
      expect(last?.time).toBe(NOON + 1);
      expect(
        await history.positions.readFixRanges(database.db, 1, [ALL_TIMES, { from: NOON + 1, to: NOON + 2 }]),
      ).toEqual([{ firstFix: NOON - 300 * DAY, lastFix: NOON }, null]);
      expect(
        await history.positions.readFixRanges(database.db, 1, [
          { from: NOON - 5, to: NOON - 1 },
          { from: NOON - 1, to: NOON + 5 },
        ]),
      ).toEqual([null, { firstFix: NOON, lastFix: NOON }]);
      expect(await hasTrack(history, [3, 2], { from: NOON, to: NOON, now: NOON })).toBe(true);
      expect(await hasTrack(history, [1, 3], { from: NOON + 1, to: NOON + 2, now: NOON })).toBe(false);
    });

    test('reads trails of several trackers, one position per span, with the first and the last', async () => {
      // 3,600 positions of a second; with a limit of 100 there are 200 spans of 18 s.
      await storeBatch([
        ...Array.from({ length: 3_600 }, (_, second) => [7, fixAt(NOON + second * 1_000)] as const),
        [8, fixAt(NOON, { valid: false })],
        [8, fixAt(NOON + 100, { longitude: 2 })],
        [8, fixAt(NOON + 200, { longitude: 3 })],
        [8, fixAt(NOON + 300, { valid: false })],
      ]);
      const window = { from: NOON, to: NOON + 3_600_000, limit: 100, now: NOON };
      const trails = await readTrails(history, [7, 8, 9], window);
      const offsets = (trails.get(7) ?? []).map(({ time }) => time - NOON);
      expect([offsets[0], offsets.at(-1)]).toEqual([0, 3_599_000]);
      expect(offsets.length).toBeGreaterThanOrEqual(200);
      expect(offsets.length).toBeLessThanOrEqual(202);
      expect(trails.get(8)?.map(({ fix }) => fix.longitude)).toEqual([2, 3]);
      expect(trails.get(9)).toEqual([]);
    });

    test('deletes a part of a track, marks its days, and stores it again', async () => {
      await addTrackers([1, 2]);
      await storeBatch([
        [1, fixAt(NOON)],
        [1, fixAt(NOON + 1)],
        [1, fixAt(NOON + 2, { valid: false })],
        [1, fixAt(NOON + 3)],
        [2, fixAt(NOON + 1)],
      ]);
      const window = { from: NOON + 1, to: NOON + 2, now: NOON };
      expect(await countTrack(history, 1, window)).toEqual({ positions: 2, fixes: 1 });
      let first = 0;
      const remove = () =>
        deleteTrackInBatches(history, 1, window, {
          runTransaction: (work) => database.db.transaction().execute(work),
          onFirstBatch: async () => {
            first += 1;
          },
        });
      expect(await remove()).toBe(2);
      expect(await times(1)).toEqual([NOON, NOON + 3]);
      expect(await times(2)).toEqual([NOON + 1]);
      const marked = await database.db.selectFrom('day_recompute').select('tracker_id').execute();
      expect(marked).toEqual([{ tracker_id: 1 }]);
      expect(await remove()).toBe(0);
      expect(first).toBe(1);
      expect((await storeBatch([[1, fixAt(NOON + 1, { latitude: 1 })]])).inserted).toBe(1);
      const track = await readTrack(history, { trackerId: 1, ...ALL_TIMES, now: NOON }, 10);
      expect(track.map(({ fix }) => fix.latitude)).toEqual([54, 1, 54]);
      await history.positions.deleteTimes(database.db, 1, [NOON, NOON + 3]);
      expect(await times(1)).toEqual([NOON + 1]);
    });

    test('deletes the histories of removed trackers, and no other', async () => {
      await storeBatch(
        [1, 2, 3, 4].flatMap((id) => [
          [id, fixAt(NOON)],
          [id, fixAt(NOON - 30 * DAY)],
        ]),
      );
      await database.db.transaction().execute((tx) => markTracksRemoved(tx, [1, 2, 3]));
      expect(await eraseTrack(history, 1)).toBe(2);
      await eraseTracks(history, [2, 4], async () => undefined);
      await sql`insert into account (name, device_password) values ('Harbour', 'x')`.execute(database.db);
      expect((await applyRetention(history, partitions, NOON)).positionsDeleted).toBe(2);
      expect([await times(1), await times(2), await times(3)]).toEqual([[], [], []]);
      expect(await times(4)).toEqual([NOON - 30 * DAY, NOON]);
      expect(await database.db.selectFrom('removed_tracker').selectAll().execute()).toEqual([]);
    });

    test('deletes expired weeks, and expired rows of accounts with a shorter retention', async () => {
      await sql`
        insert into account (account_id, name, device_password, retention_days) overriding system value
        values (1, 'Long', 'x', 100), (2, 'Short', 'x', 10)`.execute(database.db);
      await addTrackers([1, 2]);
      await storeBatch(
        [200, 50, 11, 9].flatMap((days) => [1, 2].map((id) => [id, fixAt(NOON - days * DAY)] as const)),
      );
      expect(await countTrackersBefore(history, 2, NOON - 10 * DAY, 5)).toBe(1);
      await applyRetention(history, partitions, NOON);
      expect(await times(1)).toEqual([NOON - 50 * DAY, NOON - 11 * DAY, NOON - 9 * DAY]);
      expect(await times(2)).toEqual([NOON - 9 * DAY]);
      expect(await countTrackersBefore(history, 2, NOON - 10 * DAY, 5)).toBe(0);
      expect((await applyRetention(history, partitions, NOON)).positionsDeleted).toBe(0);
      // The dropped week is created again when a position for it arrives.
      partitions.clearCache();
      expect((await storeBatch([[1, fixAt(NOON - 200 * DAY)]])).inserted).toBe(1);
    });

    /** Registers trackers in the accounts of their numbers. */
    async function addTrackers(ids: readonly number[]): Promise<void> {
      for (const id of ids)
        await sql`
          with account as (
            insert into account (account_id, name, device_password) overriding system value
            values (${id}, ${`Account ${id}`}, 'x') on conflict do nothing)
          select`.execute(database.db);
      for (const id of ids)
        await sql`
          insert into tracker (tracker_id, account_id, name, imei, password) overriding system value
          values (${id}, ${id}, ${`Tracker ${id}`}, ${String(id)}, 'x')`.execute(database.db);
    }
  });
}
