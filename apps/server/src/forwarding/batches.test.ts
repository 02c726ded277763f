import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type Tx } from '../db/database.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { insertBatches } from './batches.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 4);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function insertTarget(): Promise<number> {
  const { rows } = await sql<{ target_id: number }>`
    with harbour as (insert into account (name, device_password) values ('Harbour', '123456') returning account_id)
    insert into forward_target (account_id, name, kind, url, contents, scope, enabled, created_at, next_at)
    select account_id, 'Archive', 'http', 'https://archive.example/', '{positions}', '{"type": "all"}', true,
      ${new Date(NOW)}, ${new Date(NOW)} from harbour
    returning target_id`.execute(database.db);
  return rows[0]?.target_id ?? 0;
}

test('gives batches of concurrent transactions numbers in the order of their commits', async () => {
  const targetId = await insertTarget();
  const store = (tx: Tx, body: string) => insertBatches(tx, [{ targetId, entries: 1, body }], NOW);
  const stored = async () => {
    const rows = await database.db.selectFrom('forward_batch').select('body').orderBy('seq').execute();
    return rows.map(({ body }) => body);
  };
  const first = await database.db.startTransaction().execute();
  await store(first, 'first');
  // A sender that sees this one deletes everything up to it: the first one has to be visible by then.
  const second = database.db.transaction().execute((tx) => store(tx, 'second'));
  await eventually('the second one waits', async () => {
    const { rows } = await sql`
      select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
    return rows.length > 0;
  });
  expect(await stored()).toEqual([]);
  await first.commit().execute();
  await second;
  expect(await stored()).toEqual(['first', 'second']);
});
