import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-failure.ts';
import { listWeeks, Partitions, weekOf, weekStart } from '../db/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { PositionColumns } from './insert.ts';
import type { DeviceHistory } from './position-store.ts';
import { postgresPositions } from './postgres/postgres-positions.ts';
import { readTrack } from './read-track.ts';
import { applyRetention } from './retention.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

let testDatabase: TestDatabase;
let database: Database;
let history: DeviceHistory;
let partitions: Partitions;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  history = { db: database.db, positions: postgresPositions, eventArchive: null };
  partitions = new Partitions();
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

function positionAt(time: number, latitude = 53.5, valid = true): LocatedReport {
  return {
    time,
    fix: { latitude, longitude: 10, altitude: null, speed: null, course: null, accuracy: null, valid },
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
  };
}

async function store(
  rows: readonly (readonly [trackerId: number, report: LocatedReport])[],
): Promise<number> {
  const columns = new PositionColumns();
  for (const [trackerId, report] of rows) columns.add(trackerId, report);
  await partitions.ensure(database.db, columns.weeks);
  const inserted = await database.db.transaction().execute((tx) => columns.insert(tx));
  return inserted;
}

async function times(trackerId: number): Promise<readonly number[]> {
  const track = await readTrack(
    history,
    { trackerId, from: 0, to: Number.MAX_SAFE_INTEGER, now: NOON },
    1_000,
  );
  return track.map(({ time }) => time);
}

test('counts weeks from Monday to Monday', () => {
  // 2026-11-16 was a Monday, 2024-12-30 as well.
  const monday = Date.UTC(2026, 10, 16);
  expect(weekStart(weekOf(monday))).toBe(monday);
  expect(weekStart(weekOf(monday - 1))).toBe(monday - 7 * DAY);
  expect(weekStart(weekOf(NOON))).toBe(monday);
  expect(weekStart(weekOf(Date.UTC(2025, 0, 1)))).toBe(Date.UTC(2024, 11, 30));
  expect(weekOf(0)).toBe(0);
});

test('refuses a position that must be new but exists, until it expects existing ones', async () => {
  await store([[1, positionAt(NOON, 53.5)]]);
  const columns = new PositionColumns();
  columns.add(1, positionAt(NOON - 1));
  columns.add(1, positionAt(NOON, 53.6), true);
  columns.add(1, positionAt(NOON + 1, 53.7), true);
  columns.add(1, positionAt(NOON + 1, 53.8));
  const insert = () => database.db.transaction().execute((tx) => columns.insert(tx));
  await expect(insert()).rejects.toSatisfy(isUniqueViolation);
  expect(columns.expectExisting()).toBe(true);
  expect(columns.expectExisting()).toBe(false);
  expect(await insert()).toBe(2);
  const track = await readTrack(
    { db: database.db, positions: postgresPositions },
    { trackerId: 1, from: 0, to: NOON + 1, now: NOON },
    10,
  );
  expect(track.map(({ fix }) => fix.latitude)).toEqual([53.5, 53.5, 53.7]);
});

test('stores new positions and those that may exist together', async () => {
  await store([[1, positionAt(NOON, 53.5)]]);
  const columns = new PositionColumns();
  columns.add(1, positionAt(NOON, 53.6));
  columns.add(1, positionAt(NOON + 1, 53.7), true);
  columns.add(2, positionAt(NOON));
  expect(await database.db.transaction().execute((tx) => columns.insert(tx))).toBe(2);
  expect(await times(1)).toEqual([NOON, NOON + 1]);
  expect(await times(2)).toEqual([NOON]);
});

test('creates the partition for a position that is a year old', async () => {
  await store([
    [1, positionAt(NOON)],
    [1, positionAt(NOON - 365 * DAY)],
  ]);
  expect(await times(1)).toEqual([NOON - 365 * DAY, NOON]);
  expect(await listWeeks(database.db)).toEqual([weekOf(NOON - 365 * DAY), weekOf(NOON)]);
});

test('lets two servers create the same week at once', async () => {
  const other = connect(testDatabase.url, 1);
  await Promise.all([
    partitions.ensure(database.db, [weekOf(NOON)]),
    new Partitions().ensure(other.db, [weekOf(NOON)]),
  ]);
  await other.close();
  expect(await listWeeks(database.db)).toEqual([weekOf(NOON)]);
});

test('drops expired weeks, and deletes expired rows of accounts with a shorter retention', async () => {
  await sql`
    insert into account (account_id, name, device_password, retention_days) overriding system value
    values (1, 'Long', 'x', 100), (2, 'Short', 'x', 10)`.execute(database.db);
  await sql`
    insert into tracker (tracker_id, account_id, name, imei, password) overriding system value
    values (1, 1, 'a', '1', 'x'), (2, 2, 'b', '2', 'x')`.execute(database.db);
  const rows = [200, 50, 11, 9].flatMap((days) =>
    [1, 2].map((tracker) => [tracker, positionAt(NOON - days * DAY)] as const),
  );
  await store(rows);
  const result = await applyRetention(history, partitions, NOON);
  expect(result).toEqual({ partitionsDropped: 1, positionsDeleted: 2 });
  expect(await times(1)).toEqual([NOON - 50 * DAY, NOON - 11 * DAY, NOON - 9 * DAY]);
  expect(await times(2)).toEqual([NOON - 9 * DAY]);
  // The dropped week is created again when a position for it arrives.
  expect(await store([[1, positionAt(NOON - 200 * DAY)]])).toBe(1);
});

test('reads only the rows to delete, not the history of other accounts', async () => {
  await sql`
    insert into account (account_id, name, device_password, retention_days) overriding system value
    values (1, 'Long', 'x', 100), (2, 'Short', 'x', 10)`.execute(database.db);
  await sql`
    insert into tracker (account_id, name, imei, password)
    select case when n = 1 then 1 else 2 end, n, n, 'x' from generate_series(1, 20) n`.execute(database.db);
  const trackers = Array.from({ length: 20 }, (_, index) => index + 1);
  const hours = Array.from({ length: 40 * 24 }, (_, hour) => NOON - hour * 3_600_000);
  await store(hours.flatMap((time) => trackers.map((id) => [id, positionAt(time)] as const)));
  const single = connect(testDatabase.url, 1);
  await sql`vacuum analyze`.execute(single.db);
  const read = async (): Promise<number> => {
    // Statistics of a session are published with a delay, unless flushed.
    await sql`select pg_stat_force_next_flush()`.execute(single.db);
    const { rows } = await sql<{ read: number }>`
      select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read
      from pg_stat_user_tables where relname ~ '^position_'`.execute(single.db);
    return rows[0]?.read ?? 0;
  };
  // For 19 trackers: the hours of thirty days, without the one that is ten days old to the millisecond.
  const first = await applyRetention(
    { db: single.db, positions: postgresPositions, eventArchive: null },
    partitions,
    NOON,
  );
  expect(first.positionsDeleted).toBe(19 * (30 * 24 - 1));
  // The statistics have not been updated since.
  const before = await read();
  const second = await applyRetention(
    { db: single.db, positions: postgresPositions, eventArchive: null },
    partitions,
    NOON + 3_600_000,
  );
  expect(second.positionsDeleted).toBe(19);
  expect((await read()) - before).toBeLessThan(100);
  await single.close();
});

test("deletes the rest of a removed tracker's history", async () => {
  await sql`insert into account (name, device_password) values ('Harbour', 'x')`.execute(database.db);
  await store([
    [1, positionAt(NOON - 30 * DAY)],
    [1, positionAt(NOON)],
    [2, positionAt(NOON)],
  ]);
  await database.db.insertInto('removed_tracker').values({ tracker_id: 1 }).execute();
  expect(await applyRetention(history, partitions, NOON)).toEqual({
    partitionsDropped: 0,
    positionsDeleted: 2,
  });
  expect(await times(1)).toEqual([]);
  expect(await times(2)).toEqual([NOON]);
  expect(await database.db.selectFrom('removed_tracker').selectAll().execute()).toEqual([]);
});

test('drops nothing without an account', async () => {
  await store([[1, positionAt(NOON - 1_000 * DAY)]]);
  expect(await applyRetention(history, partitions, NOON)).toEqual({
    partitionsDropped: 0,
    positionsDeleted: 0,
  });
});
