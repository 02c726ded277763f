import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { connect, type Database } from './database.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';
import { addRows, clearDatabase, migrateTo, migrationNames, type Row, readRows } from './testing/populate.ts';

/** Columns that a migration converts or drops on purpose, as `table.column`, by migration number. */
const CONVERTED: Readonly<Record<string, readonly string[]>> = {
  // Renamed with its table.
  '0030': ['photo.photo_id'],
  // Days are counted again, which moves the time of the mark.
  '0057': ['day_recompute.marked_at'],
  // The files of all reports have one kind of task.
  '0059': ['task.kind', 'task.subject'],
};

/** Tables that a migration renames: former and present name, by migration number. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0030': { photo: 'device_media' },
  '0071': { match_viewer_sample: 'match_minute' },
};

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  await clearDatabase(database.db);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function convertedIn(migration: string, table: string): ReadonlySet<string> {
  const paths = CONVERTED[migration.slice(0, 4)] ?? [];
  return new Set(
    paths.flatMap((path) => (path.startsWith(`${table}.`) ? [path.slice(table.length + 1)] : [])),
  );
}

/** Whether there is a row with the same values as the former one. */
function isPreserved(former: Row, rows: readonly Row[], ignored: ReadonlySet<string>): boolean {
  const preserved = Object.entries(former).filter(([column]) => !ignored.has(column));
  return rows.some((row) =>
    preserved.every(([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value)),
  );
}

test('keeps every row of an older version in each migration', async () => {
  let before = await readRows(database.db);
  for (const name of migrationNames()) {
    await migrateTo(database.db, name);
    const now = await readRows(database.db);
    const lost = [...before].flatMap(([table, rows]) => {
      const ignored = convertedIn(name, table);
      const present = RENAMED[name.slice(0, 4)]?.[table] ?? table;
      return rows
        .filter((row) => !isPreserved(row, now.get(present) ?? [], ignored))
        .map((row) => ({ table, row }));
    });
    expect({ name, lost }).toEqual({ name, lost: [] });
    await addRows(database.db, name);
    before = await readRows(database.db);
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect({ name, empty }).toEqual({ name, empty: [] });
  }
});

test('runs a waiting export of the overview as the one of a report', async () => {
  const { rows } = await sql<{ kind: string; report: string; by: string }>`
    select kind, subject ->> 'report' as report, subject -> 'filter' ->> 'by' as by from task
    where subject -> 'order' ->> 'sort' = 'name'`.execute(database.db);
  expect(rows).toEqual([{ kind: 'exportReport', report: 'overview', by: 'device' }]);
});

test('runs waiting exports of lists as those of reports', async () => {
  const { db } = database;
  const added = [
    ['exportNotices', { filter: { groupId: 3, trackerIds: [4, 5], msgTypes: ['SOS'] } }],
    ['exportAlarms', { period: { trackerIds: [4], startTime: Date.UTC(2026, 4, 30, 20), endTime: 0 } }],
    [
      'exportInstructions',
      { filter: { trackerId: 4, keywords: 'gull', endTime: Date.UTC(2026, 4, 31, 20) } },
    ],
  ] as const;
  for (const [kind, list] of added) {
    const subject = JSON.stringify({ userId: 1, language: 'en_US', timeZone: 'Asia/Shanghai', ...list });
    await sql`insert into task (account_id, user_id, kind, subject, state, progress, total, created_at, workload, round)
      values (1, 1, ${kind}, ${subject}, 'waiting', 0, 2, '2026-06-01 20:00+00', 'small', 1)`.execute(db);
  }
  await sql.raw(readFileSync(join(MIGRATIONS_FOLDER, '0062-list-reports.sql'), 'utf8')).execute(db);
  const { rows } = await sql<{ kind: string; subject: object }>`
    select kind, subject from task where workload = 'small' and round = 1 order by task_id`.execute(db);
  const common = { userId: 1, language: 'en_US', timeZone: 'Asia/Shanghai', format: 'xlsx', order: {} };
  expect(rows.map(({ kind }) => kind)).toEqual(added.map(() => 'exportReport'));
  // 20:00 UTC is on the next day in China.
  expect(rows.map(({ subject }) => subject)).toEqual([
    {
      ...{ ...common, report: 'notices' },
      filter: {
        ...{ startDay: '2026-05-26', endDay: '2026-06-02', groupIds: [], trackerIds: [4, 5] },
        msgTypes: ['SOS'],
      },
    },
    {
      ...{ ...common, report: 'alarmHandling' },
      filter: {
        ...{ startDay: '2026-05-31', endDay: '1970-01-01', groupIds: [], trackerIds: [4] },
        ...{ startTime: Date.UTC(2026, 4, 30, 20), endTime: 0 },
      },
    },
    {
      ...{ ...common, report: 'instructions' },
      filter: {
        ...{ startDay: '2025-06-02', endDay: '2026-06-01', groupIds: [], trackerIds: [4], keywords: 'gull' },
        endTime: Date.UTC(2026, 4, 31, 20),
      },
    },
  ]);
});

test('counts the comments and gifts of earlier events per minute', async () => {
  const { rows: minutes } = await sql`
    select to_char(minute at time zone 'UTC', 'HH24:MI') as minute, viewers, comments, gifts, total, votes
    from match_minute where match_id = 1 and minute < '2026-06-07 09:30+00' order by 1`.execute(database.db);
  expect(minutes).toEqual([
    { minute: '09:00', viewers: 120, comments: 1, gifts: 0, total: 0, votes: 0 },
    { minute: '09:15', viewers: null, comments: 0, gifts: 2, total: 398, votes: 20 },
    { minute: '09:21', viewers: null, comments: 0, gifts: 1, total: 199, votes: 10 },
  ]);
});
