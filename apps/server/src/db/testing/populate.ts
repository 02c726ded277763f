import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { MIGRATIONS_FOLDER, migrate } from '../migrate.ts';

const POPULATED = join(import.meta.dirname, 'populated');

/** A row as JSON, by column. */
export type Row = Readonly<Record<string, unknown>>;
export type Rows = ReadonlyMap<string, readonly Row[]>;

export function migrationNames(): readonly string[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Empties the database, as before the first start. */
export async function clearDatabase(db: Db): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`drop schema if exists pgboss cascade`.execute(db);
  await sql`create schema public`.execute(db);
}

/** Runs the next migrations, up to `last`. */
export async function migrateTo(db: Db, last: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-until-'));
  try {
    for (const name of migrationNames()) {
      if (name <= last) copyFileSync(join(MIGRATIONS_FOLDER, name), join(folder, name));
    }
    await migrate(db, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Inserts the rows that the version of this migration would have written.
 *
 * @throws Error when the migration has no such file
 */
export async function addRows(db: Db, migration: string): Promise<void> {
  await sql.raw(readFileSync(join(POPULATED, `${migration.slice(0, 4)}.sql`), 'utf8')).execute(db);
}

/** All rows of the database in a fixed order. */
export async function readRows(db: Db): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migration'
    order by relname`.execute(db);
  const all = new Map<string, readonly Row[]>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(whole) as row from ${sql.table(name)} as whole order by to_jsonb(whole)::text`.execute(
      db,
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}
