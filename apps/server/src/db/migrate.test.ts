import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { connect, type Database } from './database.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 4);
  // Empty, like a database at the first start.
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  folder = mkdtempSync(join(tmpdir(), 'wakeline-migrations-'));
  write('0001-ships.sql', 'create table ship (name text);');
  write('0002-ports.sql', 'create table port (name text);\ncreate index on port (name);\n');
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function tables(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

test('runs the numbered files in order, and only once', async () => {
  expect(await migrate(database.db, folder)).toEqual(['0001-ships.sql', '0002-ports.sql']);
  expect(await migrate(database.db, folder)).toEqual([]);
  write('0003-crews.sql', 'alter table ship add crew int;');
  expect(await migrate(database.db, folder)).toEqual(['0003-crews.sql']);
  expect(await tables()).toEqual(['migration', 'port', 'ship']);
});

test('lets one of two servers migrate an empty database while the other waits', async () => {
  const other = connect(testDatabase.url, 4);
  try {
    // A pause in the first file, so that the second server starts during the migration.
    write('0001-ships.sql', 'create table ship (name text); select pg_sleep(0.3);');
    const done = await Promise.all([migrate(database.db, folder), migrate(other.db, folder)]);
    expect(done.map((names) => names.length).sort()).toEqual([0, 2]);
  } finally {
    await other.close();
  }
});

test('runs the files of the product on an empty database', async () => {
  expect(await migrate(database.db)).not.toEqual([]);
  expect(await tables()).toContain('tracker');
});

test('refuses a file that was edited after it was applied', async () => {
  await migrate(database.db, folder);
  write('0001-ships.sql', 'create table ship (name text, crew int);');
  await expect(migrate(database.db, folder)).rejects.toThrow(
    '0001-ships.sql was edited after it was applied to this database',
  );
});

test('ignores differences of line endings', async () => {
  await migrate(database.db, folder);
  write('0002-ports.sql', 'create table port (name text);\r\ncreate index on port (name);\r\n');
  expect(await migrate(database.db, folder)).toEqual([]);
});

test('refuses a file numbered before the last applied one', async () => {
  await migrate(database.db, folder);
  write('0001-zebras.sql', 'create table zebra ();');
  await expect(migrate(database.db, folder)).rejects.toThrow(
    '0001-zebras.sql is numbered before 0002-ports.sql, which was already applied to this database',
  );
});

test('refuses a database that a newer version has used', async () => {
  await migrate(database.db, folder);
  rmSync(join(folder, '0002-ports.sql'));
  await expect(migrate(database.db, folder)).rejects.toThrow(
    'the database has migrations of a newer version: 0002-ports.sql',
  );
});

test('rolls back a file that fails, and keeps those before it', async () => {
  write('0002-ports.sql', 'create table port (name text); select 1/0;');
  await expect(migrate(database.db, folder)).rejects.toThrow(
    '0002-ports.sql failed: error: division by zero',
  );
  expect(await tables()).toEqual(['migration', 'ship']);
  write('0002-ports.sql', 'create table port (name text);');
  expect(await migrate(database.db, folder)).toEqual(['0002-ports.sql']);
});

test('stops at the second file while two logins differ only in capitals', async () => {
  const [first = '', second = ''] = readdirSync(MIGRATIONS_FOLDER).sort();
  rmSync(join(folder, '0001-ships.sql'));
  rmSync(join(folder, '0002-ports.sql'));
  const copyMigration = (name: string) => copyFileSync(join(MIGRATIONS_FOLDER, name), join(folder, name));
  const { db } = database;
  copyMigration(first);
  await migrate(db, folder);
  await sql`insert into account (name, device_password) values ('harbour', '123456')`.execute(db);
  await sql`
    insert into app_user (account_id, login, password_hash, permission, roles, plugins_order)
    select account_id, login, '', 'holder', '{}', '{}' from account, unnest(array['Ada', 'ada', 'bo']) login`.execute(
    db,
  );
  copyMigration(second);
  await expect(migrate(db, folder)).rejects.toThrow(/capitals alone.*: (ada, Ada|Ada, ada)$/);
  await sql`update app_user set login = 'ada of the quay' where login = 'ada'`.execute(db);
  expect(await migrate(db, folder)).toEqual([second]);
  await expect(sql`update app_user set login = 'BO' where login = 'Ada'`.execute(db)).rejects.toMatchObject({
    constraint: 'app_user_login_any_case_key',
  });
});
