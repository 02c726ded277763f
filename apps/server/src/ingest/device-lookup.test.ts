import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { DeviceLookup } from './device-lookup.ts';
import { TrackerRegistry } from './registry.ts';

let testDatabase: TestDatabase;
let database: Database;
let lookup: DeviceLookup;
const stopping = new AbortController();

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 1);
  await sql`
    insert into account (account_id, name, device_password) overriding system value
    values (1, 'Harbour', '123456')`.execute(database.db);
  await database.db
    .insertInto('tracker')
    .values([
      { account_id: 1, name: 'Gull', imei: '013912345678', password: 'x' },
      { account_id: 1, name: 'Tern', imei: '0000', password: 'x' },
    ])
    .execute();
  lookup = new DeviceLookup({
    registry: new TrackerRegistry(database.db),
    clock: systemClock,
    unknownTtl: 60_000,
    maxUnknown: 100_000,
    stopping: stopping.signal,
  });
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

test('treats a number that no database can hold as unknown, without delaying other look-ups', async () => {
  const ids = ['\0a', '13912345678', 'b\0', '\0', '99'];
  expect(await Promise.all(ids.map((id) => lookup.load(id)))).toEqual(ids.map(() => true));
  expect(ids.map((id) => lookup.find(id)?.imei ?? null)).toEqual([null, '013912345678', null, null, null]);
});

test('looks up more numbers at once than a statement takes parameters', async () => {
  const ids = Array.from({ length: 70_000 }, (_, index) => `unknown ${index}`);
  await Promise.all([...ids, '0013912345678'].map((id) => lookup.load(id)));
  expect(lookup.find('unknown 69999')).toBeNull();
  expect(lookup.find('0013912345678')).toMatchObject({ imei: '013912345678' });
});

test('looks up a number of zeros only', async () => {
  expect(await lookup.load('00')).toBe(true);
  expect(lookup.find('00')).toMatchObject({ imei: '0000' });
});
