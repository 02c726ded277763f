import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { PositionColumns } from './insert.ts';
import { REPORTED_INVALID } from './packing.ts';
import { Partitions } from './partitions.ts';
import { readTrails } from './read-trails.ts';
import { thinTrail } from './thin-trail.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

let own: TestDatabase;
let database: Database;
const partitions = new Partitions();

beforeAll(async () => {
  own = await createTestDatabase();
  database = connect(own.url, 2);
});
afterAll(async () => {
  await database.close();
  await own.drop();
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

test('several trackers are read at once, each in its order, without places that the receiver called not valid', async () => {
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
  const trails = await readTrails(database.db, [2, 1, 4], { from: NOON, to: NOON + 10_000, limit: 1_000 });
  const places = [...trails].map(([id, track]) => [id, track.map(({ fix }) => fix.longitude)]);
  expect(Object.fromEntries(places)).toEqual({ 1: [10, 13], 2: [20], 4: [] });
  const { rows } = await sql<{ time: number }>`
    select time from position where tracker_id = 1 and ${REPORTED_INVALID} order by time`.execute(
    database.db,
  );
  expect(rows.map(({ time }) => time - NOON)).toEqual([1_000, 2_000]);
});

test('of a long window one place per span is read, with the first and the last', async () => {
  const HOUR = 3_600_000;
  // One a second for an hour: 3,600 places; 100 are to be kept, so that 200 spans of 18 s are looked at.
  await store(
    Array.from({ length: 3_600 }, (_, second) => [7, positionAt(NOON + second * 1_000, second / 100)]),
  );
  const trails = await readTrails(database.db, [7], { from: NOON, to: NOON + HOUR, limit: 100 });
  const times = (trails.get(7) ?? []).map(({ time }) => time - NOON);
  expect(times[0]).toBe(0);
  expect(times.at(-1)).toBe(3_599_000);
  // 3,600 s in spans of 18 s are 200, one more where the window does not begin with one, and the last place.
  expect(times.length).toBeGreaterThanOrEqual(200);
  expect(times.length).toBeLessThanOrEqual(202);
});

/** Rows of the history that queries have read so far, as the database counts them; its own connection has to have told. */
async function rowsRead({ db }: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
    where relname like 'position%'`.execute(db);
  return rows[0]?.read ?? 0;
}

test('what is read goes with what is answered: a window of many places is not read whole', async () => {
  const DAY = 86_400_000;
  const ids = [31, 32];
  for (const id of ids) {
    await store(
      Array.from({ length: 20_000 }, (_, index) => [id, positionAt(NOON + index * 4_000, index / 200)]),
    );
  }
  await sql`analyze position`.execute(database.db);
  const single = connect(own.url, 1);
  const before = await rowsRead(single);
  const trails = await readTrails(single.db, ids, { from: NOON, to: NOON + DAY, limit: 100 });
  // 80,000 s of the day's 86,400, in 200 spans of 432 s: 186, one more at the beginning, and the last place.
  for (const id of ids) expect(trails.get(id)?.length).toBeLessThanOrEqual(188);
  // Of 40,000 stored a few hundred, and some that are looked at beside them.
  expect((await rowsRead(single)) - before).toBeLessThan(4_000);
  await single.close();
});

test('of a span whose first place is not valid another one is taken', async () => {
  await store([
    [41, positionAt(NOON, 1, {}, false)],
    [41, positionAt(NOON + 100, 2)],
    [41, positionAt(NOON + 200, 3)],
    [41, positionAt(NOON + 300, 4, {}, false)],
  ]);
  const trails = await readTrails(database.db, [41], { from: NOON, to: NOON + 60_000, limit: 10 });
  expect(trails.get(41)?.map(({ fix }) => fix.longitude)).toEqual([2, 3]);
});

test('a trail is thinned to as many places as are asked for, the first, the last and the turns among them', () => {
  // North, then east, then north: two corners, at 40 and at 80 of 121 places a hundredth of a degree apart.
  const line = Array.from({ length: 121 }, (_, step) => ({
    step,
    lat: Math.min(step, 40) / 100 + Math.max(0, step - 80) / 100,
    lng: (Math.min(80, Math.max(40, step)) - 40) / 100,
  }));
  const kept = thinTrail(line, 14).map(({ step }) => step);
  expect(kept).toHaveLength(14);
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  expect(kept[0]).toBe(0);
  expect(kept.at(-1)).toBe(120);
  expect(kept).toContain(40);
  expect(kept).toContain(80);
  // Evenly: 12 of 119 between the ends, each from a run of 9 or 10, so that no two lie further apart than two runs.
  for (const [index, step] of kept.slice(1).entries()) expect(step - (kept[index] ?? 0)).toBeLessThan(20);
});

test('a corner at the antimeridian is a corner, and a way across it is straight', () => {
  const line = Array.from({ length: 101 }, (_, step) => ({
    step,
    // East from 179.5 to 180.5, and one place that lies off the line.
    lng: ((179.5 + step / 100 + 180) % 360) - 180,
    lat: step === 53 ? 0.2 : 0,
  }));
  expect(thinTrail(line, 12).map(({ step }) => step)).toContain(53);
});

test('what is short stays as it is', () => {
  const line = [{ lng: 1, lat: 1 }];
  expect(thinTrail(line, 3)).toBe(line);
  expect(thinTrail([], 3)).toEqual([]);
});
