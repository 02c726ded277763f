import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { EngineLock } from './engine-lock.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

/** Runs a transaction, and returns whether a new session finds it committed. */
async function findsCommit(lock: EngineLock, work: () => Promise<void>): Promise<boolean> {
  let id = '';
  await lock
    .transaction(work, (started) => {
      id = started;
    })
    .catch(() => undefined);
  await lock.tryAcquire();
  return lock.wasCommitted(id);
}

test.each([
  ['one server', ''],
  ['servers that take over from each other', 'target_session_attrs=read-write'],
])('finds out whether a transaction was committed on %s', async (_, parameter) => {
  const { url } = testDatabase;
  const lock = new EngineLock(() => connect(`${url}${url.includes('?') ? '&' : '?'}${parameter}`, 1));
  expect(await lock.tryAcquire()).toBe(true);
  const fail = async () => {
    throw new Error('the connection is lost');
  };
  expect(await findsCommit(lock, async () => undefined)).toBe(true);
  expect(await findsCommit(lock, fail)).toBe(false);
  await lock.release();
});

test('does not take a transaction of the former server for the one that has its number now', async () => {
  const { url } = testDatabase;
  const lock = new EngineLock(() =>
    connect(`${url}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`, 1),
  );
  expect(await lock.tryAcquire()).toBe(true);
  const ids: string[] = [];
  for (let count = 0; count < 2; count++) {
    await lock.transaction(
      async () => undefined,
      (id) => ids.push(id),
    );
  }
  // An id that is only a number could be that of any transaction on another server.
  expect(ids.map((id) => /^\d+$/.test(id))).toEqual([false, false]);
  const [former = '', last = ''] = ids;
  expect([await lock.wasCommitted(former), await lock.wasCommitted(last)]).toEqual([false, true]);
  const { rows } = await sql<{ partition: number }>`select partition from engine_commit`.execute(lock.db);
  expect(rows).toEqual([{ partition: 0 }]);
  await lock.release();
});
