import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { openForCommand } from './open-database.ts';

let testDatabase: TestDatabase;
/** Connects like a server. */
let server: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  server = connect(testDatabase.url, 1);
  await sql`select 1`.execute(server.db);
});
afterAll(async () => {
  await server.close();
  await testDatabase.drop();
});

test('does not migrate the database of a running server', async () => {
  const config = { databaseUrl: testDatabase.url, dataDir: tmpdir() };
  const { db, close } = await openForCommand(config);
  expect(await db.selectFrom('account').selectAll().execute()).toEqual([]);
  await close();

  const { rows } = await sql<{ name: string }>`
    delete from migration where name = (select max(name) from migration) returning name`.execute(server.db);
  await expect(openForCommand(config)).rejects.toMatchObject({
    name: 'CommandError',
    status: 1,
    message: expect.stringContaining(rows[0]?.name ?? '?'),
  });
});

test('fails if the database cannot be reached', async () => {
  const databaseUrl = testDatabase.url.replace(/\/[^/?]*(\?|$)/, '/nobody_has_made_this$1');
  await expect(openForCommand({ databaseUrl, dataDir: tmpdir() })).rejects.toThrow(/nobody_has_made_this/);
});
