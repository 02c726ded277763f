import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { connect, type Database } from './database.ts';
import { loadSeal } from './seal.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 1);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('opens what it encrypted, also after a restart', async () => {
  const sealed = (await loadSeal(database.db, 'test')).seal('pässwörd 密码');
  expect(sealed.toString('latin1')).not.toContain('p\u00e4ss');
  expect((await loadSeal(database.db, 'test')).open(sealed)).toBe('pässwörd 密码');
});

test('encrypts the same text differently each time', async () => {
  const { seal } = await loadSeal(database.db, 'test');
  expect(seal('x').equals(seal('x'))).toBe(false);
});

test('opens nothing that was changed, cut off, or encrypted under another secret', async () => {
  const { seal, open } = await loadSeal(database.db, 'test');
  const sealed = seal('password');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(open(changed)).toBeNull();
    expect(open(sealed.subarray(0, at))).toBeNull();
  }
  expect((await loadSeal(database.db, 'other')).open(sealed)).toBeNull();
});
