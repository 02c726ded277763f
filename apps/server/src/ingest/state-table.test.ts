import { NEVER_REPORTED } from '@wakeline/domain/tracker-state/tracker-state';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { STATE_COLUMNS, toStatusDto } from '../trackers/status-dto.ts';
import { loadStates, type StoredState, toStateChange, writeStates } from './state-table.ts';

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

test('a stored state has the same position, with the kind of its altitude, and is presented the same', async () => {
  const { db } = database;
  const { account_id: accountId } = await db
    .insertInto('account')
    .values({ name: 'Airfield', device_password: '123456' })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  const trackers = await db
    .insertInto('tracker')
    .values(['icao-3c6444', 'car'].map((imei) => ({ account_id: accountId, name: imei, imei, password: '' })))
    .returning('tracker_id')
    .execute();
  // Values that single precision stores exactly.
  const here = { time: 1_780_315_230_000, latitude: 53.1, longitude: 9.9, altitude: 1_000.5, speed: 240.25 };
  const position = { ...here, course: 92.5, accuracy: 12.5 };
  const states = trackers.map(
    ({ tracker_id: trackerId }, at): StoredState => ({
      trackerId,
      accountId,
      version: 1,
      state: {
        ...NEVER_REPORTED,
        position: at === 0 ? { ...position, altitudeKind: 3 } : position,
        battery: 80,
        gsm: 40,
        satellites: 9,
        mileage: 1_500,
        activatedAt: 1_780_315_000_000,
        lastSeenAt: 1_780_315_231_000,
        status: 'STOP',
        statusSince: 1_780_315_230_000,
      },
    }),
  );
  await db.transaction().execute((tx) => writeStates(tx, states));
  const loaded = await loadStates(db, { index: 0, count: 1 });
  expect([...loaded.ids()].map((trackerId) => loaded.get(trackerId))).toEqual(states);
  const rows = await db.selectFrom('tracker_state').select(STATE_COLUMNS).orderBy('tracker_id').execute();
  expect(rows.map(toStatusDto)).toEqual(states.map((state) => toStateChange(state).status));
  expect(rows.map((row) => toStatusDto(row).altitudeKind)).toEqual([3, undefined]);
});
