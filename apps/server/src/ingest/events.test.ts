import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { readEvents } from '../events/read.ts';
import { TestClock } from '../testing/test-clock.ts';
import { blockCommits, commitIsBlocked } from './testing/blocked-commits.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
/** Degrees of latitude: 200.15 m. */
const BLOCK = 0.0018;

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
let device: TestDevice;

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
  device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  await device.logIn();
});

afterEach(async () => {
  device.close();
  await testEngine.close();
});

/** Sends a report `seconds` after NOW by both clocks, `blocks` north of the start. */
async function send(
  seconds: number,
  blocks: number,
  changes: { alarms?: readonly 'SOS'[]; ignition?: boolean } = {},
): Promise<void> {
  const time = NOW + seconds * 1_000;
  clock.advance(Math.max(0, time - clock.now()));
  const fix = { latitude: 53.5 + blocks * BLOCK, speed: blocks === 0 ? 0 : 36 };
  const { ignition = false, alarms = [] } = changes;
  await device.reply(device.report(report({ time, fix, alarms, attributes: { ignition } })));
}

/** The stored events, oldest first: kind, seconds after NOW, seconds of the start, blocks. */
async function stored(target: TestEngine = testEngine) {
  const window = { trackerId, accountId: 1, from: 0, to: NOW + 86_400_000, now: NOW };
  const { events } = await readEvents(
    { db: target.database.db, eventArchive: null },
    {
      ...window,
      kinds: undefined,
      before: undefined,
      limit: 100,
    },
  );
  return events.toReversed().map((event) => {
    const since = 'since' in event && event.since !== null ? (event.since - NOW) / 1_000 : null;
    const blocks = event.latitude === null ? null : Math.round((event.latitude - 53.5) / BLOCK);
    return [event.kind, (event.time - NOW) / 1_000, since, blocks];
  });
}

test('stores what began and ended, and notices refer to it', async () => {
  await send(0, 0);
  await send(60, 1, { ignition: true });
  await send(90, 2, { ignition: true, alarms: ['SOS'] });
  await send(120, 3, { ignition: true, alarms: ['SOS'] });
  const expected = [
    ['online', 0, null, 0],
    ['movement-started', 60, 0, 1],
    ['ignition-on', 60, 0, 1],
    ['alarm', 90, null, 2],
  ];
  expect(await stored()).toEqual(expected);
  const [notice] = testEngine.feed.entries;
  expect(notice?.payload).toMatchObject({
    noticeType: 'SOS',
    event: { time: NOW + 90_000, kind: 'alarm', ref: 0 },
  });
  const { rows } = await sql<{ payload: unknown }>`select payload from account_log`.execute(
    testEngine.database.db,
  );
  expect(rows).toMatchObject([{ payload: { event: { time: NOW + 90_000, kind: 'alarm', ref: 0 } } }]);
  expect(await testEngine.metricValue('wakeline_events_total')).toBe(4);
});

test('stores that a device is offline, and that it is online again after a restart', async () => {
  await send(0, 0);
  clock.advance(11 * MINUTE);
  await eventually('the device is offline', async () => {
    clock.advance(10_000);
    return testEngine.feed.entries.length > 0;
  });
  const [notice] = testEngine.feed.entries;
  const offlineAt = ((notice?.payload.time ?? 0) - NOW) / 1_000;
  expect(notice?.payload.event).toEqual({ time: NOW + offlineAt * 1_000, kind: 'offline', ref: 0 });
  device.close();
  await testEngine.engine.stop();
  const restarted = await startTestEngine({ clock, url: testEngine.url });
  try {
    device = await TestDevice.connect(jt808, restarted.port('jt808', 'tcp'), IMEI);
    await device.logIn();
    await device.reply(device.report(report({ time: clock.now(), fix: null })));
    const expected = [
      ['online', 0, null, 0],
      ['offline', offlineAt, 0, 0],
      ['online', (clock.now() - NOW) / 1_000, 0, 0],
    ];
    expect(await stored(restarted)).toEqual(expected);
  } finally {
    device.close();
    await restarted.close();
  }
});

test('stores that a user cleared an SOS', async () => {
  await send(0, 0, { alarms: ['SOS'] });
  clock.advance(MINUTE);
  await testEngine.database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sos_lift')
      .values({ tracker_id: trackerId, account_id: 1, lifted_at: new Date(clock.now()) })
      .execute();
    await sendEvent(tx, { type: 'sos-lifted', trackerId, accountId: 1, at: clock.now() });
  });
  await eventually('the SOS is cleared', async () => (await stored()).length === 3);
  expect((await stored()).at(-1)).toEqual(['sos-cleared', 60, 0, 0]);
});

test('stores events once when a failed batch is stored later', async () => {
  await send(0, 0);
  const release = await blockCommits(testEngine);
  const time = NOW + MINUTE;
  clock.advance(MINUTE);
  const frame = device.report(report({ time, fix: { latitude: 53.5 }, attributes: { ignition: true } }));
  await commitIsBlocked(testEngine);
  // The backend is terminated: the batch is computed again on the states in the database.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%insert into position%' and pid <> pg_backend_pid()`.execute(
    testEngine.database.db,
  );
  await release();
  await device.reply(frame);
  expect(await stored()).toEqual([
    ['online', 0, null, 0],
    ['ignition-on', 60, 0, 0],
  ]);
});

test('isolates a report whose event cannot be stored', async () => {
  await send(0, 0);
  await sql`alter table event add constraint no_ignition check (kind <> 6)`.execute(testEngine.database.db);
  await send(60, 0, { ignition: true });
  await send(120, 0, { alarms: ['SOS'] });
  expect(await stored()).toEqual([
    ['online', 0, null, 0],
    ['alarm', 120, null, 0],
  ]);
  const rejected = await testEngine.database.db.selectFrom('rejected_report').select('reason').execute();
  expect(rejected).toEqual([{ reason: expect.stringMatching(/^not-storable/) }]);
});

test('creates the partition for an event older than all positions of its batch', async () => {
  // The week starts on Monday 16 November 2026; the stop began on Sunday.
  const sunday = Date.UTC(2026, 10, 15, 23, 59, 50);
  const sendAt = (time: number, blocks: number, speed: number) =>
    device.reply(device.report(report({ time, fix: { latitude: 53.5 + blocks * BLOCK, speed } })));
  await sendAt(sunday - 10 * MINUTE, 0, 36);
  await sendAt(sunday, 1, 0);
  await sendAt(sunday + 5 * MINUTE, 1, 0);
  const { rows } = await sql<{ week: string }>`
    select tableoid::regclass::text as week from event where kind = 5`.execute(testEngine.database.db);
  // Week 0 started on 1969-12-29. The 15th is 20,775 days later, in week 2967.
  expect(rows).toEqual([{ week: 'event_2967' }]);
});
