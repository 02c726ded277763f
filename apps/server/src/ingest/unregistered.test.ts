import { afterEach, beforeEach, expect, test } from 'vitest';
import { withDatabase } from '../db/connection-options.ts';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { report } from './testing/reports.ts';
import { type KnownPosition, lastPositionOf, type Sighting, UnregisteredDevices } from './unregistered.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

function sighting(protocol: string, now: number, position: KnownPosition | null = null): Sighting {
  return { protocol, address: '127.0.0.1', now, position };
}

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
  devices.record('a\ud800', sighting('osmand', 1_000));
  // Cut to 64 UTF-16 units, it loses the second half of its last character.
  devices.record(`${'b'.repeat(63)}\u{1f6a2}`, sighting('osmand', 1_000));
  devices.record('c', sighting('osmand', 1_000));
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
  devices.record('a', sighting('jt808', 9_000));
  devices.record('b', sighting('jt808', 9_000));
  const flushed = devices.flush(unavailable.db);
  for (const imei of ['b', 'c', 'd']) devices.record(imei, sighting('jt808', 5_000));
  await expect(flushed).rejects.toThrow();
  await unavailable.close();
  await devices.flush(database.db);
  // `b` and `c` arrived meanwhile and fill the list: `b` is counted further, `a` has no slot left.
  expect(await listed()).toEqual([
    { imei: 'b', count: 2 },
    { imei: 'c', count: 1 },
  ]);
});

test('lists the newest position of a device, whichever frame arrives last', async () => {
  const devices = new UnregisteredDevices(10);
  const at = (latitude: number, fixTime: number) => ({ latitude, longitude: 9.9663, fixTime });
  const stored = async () =>
    (
      await database.db
        .selectFrom('unregistered_device')
        .select(['latitude', 'longitude', 'fix_time'])
        .execute()
    )[0];
  devices.record('a', sighting('gt06', NOW));
  await devices.flush(database.db);
  expect(await stored()).toEqual({ latitude: null, longitude: null, fix_time: null });

  devices.record('a', sighting('gt06', NOW, at(53.5, 2_000)));
  devices.record('a', sighting('gt06', NOW, at(53.4, 1_000)));
  devices.record('a', sighting('gt06', NOW));
  await devices.flush(database.db);
  const newest = { latitude: 53.5, longitude: 9.9663, fix_time: new Date(2_000) };
  expect(await stored()).toEqual(newest);

  devices.record('a', sighting('gt06', NOW, at(53.4, 1_500)));
  await devices.flush(database.db);
  expect(await stored()).toEqual(newest);
});

test('takes no position from a report that would not be stored, or has no valid fix', () => {
  const good = report({ time: NOW - 5_000, fix: { latitude: 53.1, longitude: 9.1 } });
  expect(
    lastPositionOf(
      [
        good,
        report({ time: NOW - 9_000 }),
        report({ time: NOW + 3_600_000 }),
        report({ time: -1 }),
        report({ time: NOW, fix: { latitude: 91 } }),
        report({ time: NOW, fix: { latitude: 0, longitude: 0 } }),
        report({ time: NOW, fix: { valid: false } }),
        report({ time: NOW, fix: null }),
      ],
      NOW,
    ),
  ).toEqual({ latitude: 53.1, longitude: 9.1, fixTime: NOW - 5_000 });
  expect(lastPositionOf([], NOW)).toBeNull();
});
