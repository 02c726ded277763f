import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { type CodeType, checkCode, issueCode, useCode } from './codes.ts';

const START = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const PHONE = '13800138000';
const { login: LOGIN, recovery: RECOVERY } = CODE_TYPES;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const issue = (type: CodeType, now: number) =>
  database.db.transaction().execute((tx) => issueCode(tx, { phone: PHONE, type, address: '::1', now }));
const use = (codeId: number) => database.db.transaction().execute((tx) => useCode(tx, codeId));

test('keeps codes of each purpose separate, and accepts a code that was checked twice only once', async () => {
  const forLogin = await issue(LOGIN, START);
  const now = START + MINUTE;
  const forRecovery = await issue(RECOVERY, now);
  for (const code of [forLogin, forRecovery]) expect(code).toMatch(/^\d{6}$/);

  const check = (type: CodeType, code: string) => checkCode(database.db, { phone: PHONE, type, code, now });
  const [first, second] = [await check(LOGIN, forLogin), await check(LOGIN, forLogin)];
  if (first === null) throw new Error('the right code was refused');
  expect(second).toBe(first);
  expect(await check(RECOVERY, forRecovery)).not.toBe(first);

  await use(first);
  await expect(use(first)).rejects.toMatchObject({ errorName: 'code-wrong' });
  expect(await check(LOGIN, forLogin)).toBeNull();
  expect(await check(RECOVERY, forRecovery)).not.toBeNull();
});
