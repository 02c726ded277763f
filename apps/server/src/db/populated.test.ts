import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { connect, type Database } from './database.ts';
import { addRows, clearDatabase, migrateTo, migrationNames, type Row, readRows } from './testing/populate.ts';

/** Columns that a migration converts or drops on purpose, as `table.column`, by its number. */
const CONVERTED: Readonly<Record<string, readonly string[]>> = {};

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  database = connect(own.url, 2);
  await clearDatabase(database.db);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

function convertedIn(migration: string, table: string): ReadonlySet<string> {
  const paths = CONVERTED[migration.slice(0, 4)] ?? [];
  return new Set(
    paths.flatMap((path) => (path.startsWith(`${table}.`) ? [path.slice(table.length + 1)] : [])),
  );
}

/** Whether a row is there that still says what the former one said. */
function isPreserved(former: Row, rows: readonly Row[], left: ReadonlySet<string>): boolean {
  const said = Object.entries(former).filter(([column]) => !left.has(column));
  return rows.some((row) =>
    said.every(([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value)),
  );
}

test('each migration keeps every row that a program before it has written', async () => {
  let before = await readRows(database.db);
  for (const name of migrationNames()) {
    await migrateTo(database.db, name);
    const now = await readRows(database.db);
    const lost = [...before].flatMap(([table, rows]) => {
      const left = convertedIn(name, table);
      return rows
        .filter((row) => !isPreserved(row, now.get(table) ?? [], left))
        .map((row) => ({ table, row }));
    });
    expect({ name, lost }).toEqual({ name, lost: [] });
    await addRows(database.db, name);
    before = await readRows(database.db);
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect({ name, empty }).toEqual({ name, empty: [] });
  }
});
