import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { Partitions } from '../db/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { PositionColumns } from './insert.ts';
import type { PositionHistory } from './position-store.ts';
import { postgresPositions } from './postgres/postgres-positions.ts';
import { REPORTED_INVALID } from './postgres/reported-invalid.ts';
import { readTrails } from './read-trails.ts';
import { thinTrail } from './thin-trail.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

let testDatabase: TestDatabase;
let database: Database;
let history: PositionHistory;
const partitions = new Partitions();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  history = { db: database.db, positions: postgresPositions };
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function positionAt(
  time: number,
  longitude: number,
  more: Partial<LocatedReport> = {},
  valid = true,
): LocatedReport {
  return {
    time,
    fix: { latitude: 53.5, longitude, altitude: null, speed: null, course: null, accuracy: null, valid },
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
    ...more,
  };
}

async function store(rows: readonly (readonly [trackerId: number, report: LocatedReport])[]): Promise<void> {
  const columns = new PositionColumns();
  for (const [trackerId, report] of rows) columns.add(trackerId, report);
  await partitions.ensure(database.db, columns.weeks);
  await database.db.transaction().execute((tx) => columns.insert(tx));
}

test('reads several trackers at once, each in order and without invalid positions', async () => {
  await store([
    [1, positionAt(NOON, 10)],
    [1, positionAt(NOON + 1_000, 11, {}, false)],
    // Bit 9 is in the second byte: a report with only that bit, and one with many values.
    [1, positionAt(NOON + 2_000, 12, { battery: 50, satellites: 7, alarms: ['SOS'] }, false)],
    [
      1,
      positionAt(NOON + 3_000, 13, { battery: 50, satellites: 7, alarms: ['SOS'], attributes: { rain: 1 } }),
    ],
    [2, positionAt(NOON + 500, 20)],
    [3, positionAt(NOON, 30)],
    [1, positionAt(NOON - 1, 9)],
    [1, positionAt(NOON + 10_001, 14)],
  ]);
  const trails = await readTrails(history, [2, 1, 4], {
    from: NOON,
    to: NOON + 10_000,
    limit: 1_000,
    now: NOON,
  });
  const longitudes = [...trails].map(([id, track]) => [id, track.map(({ fix }) => fix.longitude)]);
  expect(Object.fromEntries(longitudes)).toEqual({ 1: [10, 13], 2: [20], 4: [] });
  const { rows } = await sql<{ time: number }>`
    select time from position where tracker_id = 1 and ${REPORTED_INVALID} order by time`.execute(
    database.db,
  );
  expect(rows.map(({ time }) => time - NOON)).toEqual([1_000, 2_000]);
});

test('reads one position per span of a long window, with the first and the last', async () => {
  const HOUR = 3_600_000;
  // One position per second for an hour: 3,600; with a limit of 100 there are 200 spans of 18 s.
  await store(
    Array.from({ length: 3_600 }, (_, second) => [7, positionAt(NOON + second * 1_000, second / 100)]),
  );
  const trails = await readTrails(history, [7], { from: NOON, to: NOON + HOUR, limit: 100, now: NOON });
  const times = (trails.get(7) ?? []).map(({ time }) => time - NOON);
  expect(times[0]).toBe(0);
  expect(times.at(-1)).toBe(3_599_000);
  // 3,600 s in spans of 18 s are 200, plus one if the window does not start with a span, and the last position.
  expect(times.length).toBeGreaterThanOrEqual(200);
  expect(times.length).toBeLessThanOrEqual(202);
});

/** Rows of the history that queries have read so far, by the database statistics; the connection must flush its own. */
async function rowsRead({ db }: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
    where relname like 'position%'`.execute(db);
  return rows[0]?.read ?? 0;
}

test('reads rows in proportion to its result, not to the stored history', async () => {
  const DAY = 86_400_000;
  const ids = [31, 32];
  for (const id of ids) {
    await store(
      Array.from({ length: 20_000 }, (_, index) => [id, positionAt(NOON + index * 4_000, index / 200)]),
    );
  }
  await sql`analyze position`.execute(database.db);
  const single = connect(testDatabase.url, 1);
  const before = await rowsRead(single);
  const trails = await readTrails({ db: single.db, positions: postgresPositions }, ids, {
    from: NOON,
    to: NOON + DAY,
    limit: 100,
    now: NOON,
  });
  // 80,000 s of the day's 86,400 in 200 spans of 432 s: 186, plus one at the start, and the last position.
  for (const id of ids) expect(trails.get(id)?.length).toBeLessThanOrEqual(188);
  // A few hundred of 40,000 stored rows, and some that are checked besides.
  expect((await rowsRead(single)) - before).toBeLessThan(4_000);
  await single.close();
});

test('takes the first valid position of a span', async () => {
  await store([
    [41, positionAt(NOON, 1, {}, false)],
    [41, positionAt(NOON + 100, 2)],
    [41, positionAt(NOON + 200, 3)],
    [41, positionAt(NOON + 300, 4, {}, false)],
  ]);
  const trails = await readTrails(history, [41], { from: NOON, to: NOON + 60_000, limit: 10, now: NOON });
  expect(trails.get(41)?.map(({ fix }) => fix.longitude)).toEqual([2, 3]);
});

test('thins a trail to the limit and keeps the first, the last and the turning points', () => {
  // North, then east, then north: two corners, at 40 and 80 of 121 positions a hundredth of a degree apart.
  const line = Array.from({ length: 121 }, (_, step) => ({
    step,
    lat: Math.min(step, 40) / 100 + Math.max(0, step - 80) / 100,
    lng: (Math.min(80, Math.max(40, step)) - 40) / 100,
  }));
  const thinned = thinTrail(line, 14).map(({ step }) => step);
  expect(thinned).toHaveLength(14);
  expect(thinned).toEqual(thinned.toSorted((a, b) => a - b));
  expect(thinned[0]).toBe(0);
  expect(thinned.at(-1)).toBe(120);
  expect(thinned).toContain(40);
  expect(thinned).toContain(80);
  // Evenly spread: 12 of 119 inner points, each from a bucket of 9 or 10, so the gap is less than two buckets.
  for (const [index, step] of thinned.slice(1).entries())
    expect(step - (thinned[index] ?? 0)).toBeLessThan(20);
});

test('keeps a corner at the antimeridian and treats a line across it as straight', () => {
  const line = Array.from({ length: 101 }, (_, step) => ({
    step,
    // East from 179.5 to 180.5, with one position off the line.
    lng: ((179.5 + step / 100 + 180) % 360) - 180,
    lat: step === 53 ? 0.2 : 0,
  }));
  expect(thinTrail(line, 12).map(({ step }) => step)).toContain(53);
});

test('returns a short trail unchanged', () => {
  const line = [{ lng: 1, lat: 1 }];
  expect(thinTrail(line, 3)).toBe(line);
  expect(thinTrail([], 3)).toEqual([]);
});
