import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Any number that nobody else on the database uses as an advisory lock: "wake" in ASCII. */
export const MIGRATION_LOCK = 0x77616b65;

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** The database cannot be migrated by this version; the message names the migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The applied migrations. */
export const MIGRATION_TABLE = `
  create table migration (
    name       text primary key,
    checksum   text not null,
    applied_at timestamptz not null default now()
  )`;

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly text: string;
}

/**
 * Migrates the database to this version: runs the numbered files that have not been applied, in order, each in its
 * own transaction. With an advisory lock one server does it while others wait.
 *
 * @returns the names of the files that were run.
 * @throws MigrationError when a file was edited after it was applied, a new one is numbered before the last applied
 *   one, or the database has a migration that this version does not include.
 */
export async function migrate(db: Db, folder: string = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      return await runMissing(connection, migrations);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

/**
 * The names of the files that `migrate` would run.
 *
 * @throws MigrationError as `migrate` does.
 */
export async function pendingMigrations(
  db: Db,
  folder: string = MIGRATIONS_FOLDER,
): Promise<readonly string[]> {
  const applied = (await hasMigrationTable(db)) ? await appliedMigrations(db) : new Map<string, string>();
  return findMissing(await readMigrations(folder), applied).map((migration) => migration.name);
}

async function hasMigrationTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('migration') is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

async function appliedMigrations(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    name: string;
    checksum: string;
  }>`select name, checksum from migration`.execute(db);
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function runMissing(connection: Db, migrations: readonly Migration[]): Promise<readonly string[]> {
  // Checked first, because "create if not exists" logs a notice at each start.
  if (!(await hasMigrationTable(connection))) {
    await sql.raw(MIGRATION_TABLE).execute(connection);
  }
  const missing = findMissing(migrations, await appliedMigrations(connection));
  for (const { name, checksum, text } of missing) {
    try {
      await connection.transaction().execute(async (tx) => {
        await sql.raw(text).execute(tx);
        await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(tx);
      });
    } catch (error) {
      throw new MigrationError(`${name} failed: ${String(error)}`, { cause: error });
    }
  }
  return missing.map((migration) => migration.name);
}

function findMissing(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): readonly Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationError(`the database has migrations of a newer version: ${unknown.join(', ')}`);
  }
  const edited = migrations.find((migration) => {
    const checksum = applied.get(migration.name);
    return checksum !== undefined && checksum !== migration.checksum;
  });
  if (edited !== undefined) {
    throw new MigrationError(
      `${edited.name} was edited after it was applied to this database: add a new file instead`,
    );
  }
  const last = [...applied.keys()].sort().at(-1) ?? '';
  const missing = migrations.filter((migration) => !applied.has(migration.name));
  const outOfOrder = missing.find((migration) => migration.name < last);
  if (outOfOrder !== undefined) {
    throw new MigrationError(
      `${outOfOrder.name} is numbered before ${last}, which was already applied to this database`,
    );
  }
  return missing;
}

/** The numbered files, in order. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // Line endings do not count: git may change them on Windows.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
