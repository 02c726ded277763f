import { afterEach, beforeEach, expect, test } from 'vitest';
import { withDatabase } from '../db/connection-options.ts';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { UnregisteredDevices } from './unregistered.ts';

const ADDRESS = '127.0.0.1';

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 1);
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

function listed() {
  return database.db.selectFrom('unregistered_device').select(['imei', 'count']).orderBy('imei').execute();
}

test('lists the other devices when a number contains half a surrogate pair', async () => {
  const devices = new UnregisteredDevices(10);
  devices.record('a\ud800', 'osmand', ADDRESS, 1_000);
  // Cut to 64 UTF-16 units, it loses the second half of its last character.
  devices.record(`${'b'.repeat(63)}\u{1f6a2}`, 'osmand', ADDRESS, 1_000);
  devices.record('c', 'osmand', ADDRESS, 1_000);
  await devices.flush(database.db);
  expect(await listed()).toEqual([
    { imei: 'a\ufffd', count: 1 },
    { imei: `${'b'.repeat(63)}\ufffd`, count: 1 },
    { imei: 'c', count: 1 },
  ]);
});

test('stores no more devices than the list may hold while the database is unavailable', async () => {
  const devices = new UnregisteredDevices(2);
  const unavailable = connect(withDatabase(testDatabase.url, 'nowhere'), 1);
  devices.record('a', 'jt808', ADDRESS, 9_000);
  devices.record('b', 'jt808', ADDRESS, 9_000);
  const flushed = devices.flush(unavailable.db);
  for (const imei of ['b', 'c', 'd']) devices.record(imei, 'jt808', ADDRESS, 5_000);
  await expect(flushed).rejects.toThrow();
  await unavailable.close();
  await devices.flush(database.db);
  // `b` and `c` arrived meanwhile and fill the list: `b` is counted further, `a` has no slot left.
  expect(await listed()).toEqual([
    { imei: 'b', count: 2 },
    { imei: 'c', count: 1 },
  ]);
});
