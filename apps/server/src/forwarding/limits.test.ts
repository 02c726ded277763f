import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { insertBatches } from './batches.ts';
import { enforceForwardLimits, type ForwardLimits } from './limits.ts';
import { dropOrphans } from './targets.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 23, 12);
const UNLIMITED: ForwardLimits = { batches: 1_000, bytes: 1_000_000, ageMs: 1_000 * HOUR };

let testDatabase: TestDatabase;
let database: Database;
let targetId: number;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await sql`delete from forward_batch`.execute(database.db);
  targetId = await insertTarget(true);
});

async function insertTarget(enabled: boolean): Promise<number> {
  const { rows } = await sql<{ target_id: number }>`
    with harbour as (insert into account (name, device_password) values ('Harbour', '123456') returning account_id)
    insert into forward_target (account_id, name, kind, url, contents, scope, enabled, created_at, next_at)
    select account_id, 'Archive', 'http', 'https://archive.example/', '{positions}', '{"type": "all"}', ${enabled},
      ${new Date(NOW)}, ${new Date(NOW)} from harbour
    returning target_id`.execute(database.db);
  return rows[0]?.target_id ?? 0;
}

/** Stores a batch of 100 bytes and the given number of entries. */
async function store(entries: number, at = NOW, target = targetId): Promise<void> {
  const batch = { targetId: target, entries, body: 'x'.repeat(100) };
  await database.db.transaction().execute((tx) => insertBatches(tx, [batch], at));
}

/** Entries of the batches that wait, oldest first, and the number of dropped ones. */
async function state(): Promise<{ readonly waiting: readonly number[]; readonly dropped: number }> {
  const { db } = database;
  const rows = await db.selectFrom('forward_batch').select('entries').orderBy('seq').execute();
  const { dropped } = await db
    .selectFrom('forward_target')
    .select('dropped')
    .where('target_id', '=', targetId)
    .executeTakeFirstOrThrow();
  return { waiting: rows.map(({ entries }) => entries), dropped };
}

test.each<[string, Partial<ForwardLimits>]>([
  ['batches', { batches: 2 }],
  ['bytes', { bytes: 299 }],
  ['age', { ageMs: 2 * HOUR }],
])('drops the oldest above the limit of %s, and counts their positions', async (_, limits) => {
  await store(1, NOW - 4 * HOUR);
  await store(2, NOW - 3 * HOUR);
  await store(4, NOW - 2 * HOUR);
  await store(8);
  await enforceForwardLimits(database.db, UNLIMITED, NOW);
  expect(await state()).toEqual({ waiting: [1, 2, 4, 8], dropped: 0 });
  await enforceForwardLimits(database.db, { ...UNLIMITED, ...limits }, NOW);
  expect(await state()).toEqual({ waiting: [4, 8], dropped: 3 });
});

test('keeps what is being sent', async () => {
  await store(1);
  await store(2);
  await sql`update forward_target set sending = true where target_id = ${targetId}`.execute(database.db);
  await enforceForwardLimits(database.db, { ...UNLIMITED, batches: 1 }, NOW);
  expect(await state()).toEqual({ waiting: [1, 2], dropped: 0 });
});

test('stores nothing for disabled and removed targets, and deletes what was stored before', async () => {
  await store(1);
  await store(2, NOW, await insertTarget(false));
  await store(4, NOW, 1_000_000);
  expect(await state()).toMatchObject({ waiting: [1] });
  await sql`update forward_target set enabled = false where target_id = ${targetId}`.execute(database.db);
  await dropOrphans(database.db);
  expect(await state()).toMatchObject({ waiting: [] });
});
