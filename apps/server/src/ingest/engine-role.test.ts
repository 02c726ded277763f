import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { connect, type Db } from '../db/database.ts';
import { createOutgoingGuard } from '../outgoing/guard.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { testFiles } from '../testing/files.ts';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { blockCommits, commitIsBlocked } from './testing/blocked-commits.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

const cleanUp: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function createSharedDatabase(): Promise<string> {
  const testDatabase = await createTestDatabase();
  cleanUp.push(() => testDatabase.drop());
  return testDatabase.url;
}

async function startServer(url: string) {
  const started = await startTestEngine({ url });
  cleanUp.push(() => started.close());
  return started;
}

async function connectDevice(port: number, imei = IMEI): Promise<TestDevice> {
  const connected = await TestDevice.connect(jt808, port, imei);
  cleanUp.push(() => connected.close());
  return connected;
}

// In a cluster each partition has an engine of its own (stream/cluster.test.ts).
test.skipIf(IS_CLUSTER)('lets a second server stand by, and take over when the first stops', async () => {
  const url = await createSharedDatabase();
  const first = await startServer(url);
  const second = await startServer(url);
  expect(first.engine.status()).toMatchObject({ role: 'engine', storing: true });
  expect(second.engine.status()).toMatchObject({ role: 'standby', listeners: [] });
  const trackerId = await first.addTracker(IMEI);
  const before = await connectDevice(first.port('jt808', 'tcp'));
  await before.reply(before.report(report({ time: NOW - 1_000, alarms: ['SOS'] })));

  await first.engine.stop();
  await eventually('the second is the engine', () => second.engine.status().role === 'engine');
  const after = await connectDevice(second.port('jt808', 'tcp'));
  await after.reply(after.report(report({ time: NOW, alarms: ['SOS'] })));
  expect(await second.storedTimes(trackerId)).toEqual([NOW - 1_000, NOW]);
  // It has the state that the first stored: the SOS is the same, and versions continue.
  expect(second.feed.entries).toEqual([]);
  expect(second.feed.changes).toMatchObject([{ version: 2, status: { status: 'SOS' } }]);
});

/** Ends the sessions that hold the locks of the other partitions. */
async function endPartitionSessions(db: Db): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and classid = ${0x656e6769} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
}

/** Ends the session that makes a server the engine; those of its other partitions stay. */
async function endEngineSession(db: Db): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objid = ${0x656e6769} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
}

test.skipIf(IS_CLUSTER)('writes in none of its partitions once another server is the engine', async () => {
  const url = await createSharedDatabase();
  const first = await startServer(url);
  const second = await startServer(url);
  const imeis = [IMEI, '13912345679'];
  const trackerIds: number[] = [];
  for (const imei of imeis) trackerIds.push(await first.addTracker(imei));
  // One in each partition.
  expect(trackerIds.map((id) => id % 2).sort()).toEqual([0, 1]);
  const connected: TestDevice[] = [];
  for (const imei of imeis) connected.push(await connectDevice(first.port('jt808', 'tcp'), imei));
  for (const one of connected) await one.reply(one.report(report({ time: NOW - 2_000 })));

  await endEngineSession(first.database.db);
  // The first one has not noticed: no device reports.
  await eventually('the second is the engine', () => second.engine.status().role === 'engine');
  for (const one of connected) one.report(report({ time: NOW - 1_000 }));
  for (const one of connected) await one.closed();
  await eventually('the first stands by', () => first.engine.status().role === 'standby');
  for (const [index, imei] of imeis.entries()) {
    expect(connected[index]?.replies.length).toBe(1);
    expect(await second.storedTimes(trackerIds[index] ?? 0)).toEqual([NOW - 2_000]);
    const again = await connectDevice(second.port('jt808', 'tcp'), imei);
    await again.reply(again.report(report({ time: NOW })));
    expect(await second.storedTimes(trackerIds[index] ?? 0)).toEqual([NOW - 2_000, NOW]);
  }
});

test('goes on after the loss of any of its connections, with each report once', async () => {
  const url = await createSharedDatabase();
  const server = await startServer(url);
  const imeis = [IMEI, '13912345679'];
  const trackerIds: number[] = [];
  for (const imei of imeis) trackerIds.push(await server.addTracker(imei));
  const devices: TestDevice[] = [];
  for (const imei of imeis) devices.push(await connectDevice(server.port('jt808', 'tcp'), imei));
  const { db } = server.database;
  const end = { first: endEngineSession, partition: endPartitionSessions };
  let time = NOW - 60_000;
  const times: number[] = [];
  for (const lost of ['first', 'partition', 'first'] as const) {
    await end[lost](db);
    for (let count = 0; count < 2; count++) {
      time += 1_000;
      times.push(time);
      const frames = devices.map((one) => [one, one.report(report({ time }))] as const);
      for (const [one, frame] of frames) expect(await one.reply(frame)).toMatchObject({ ok: true });
    }
  }
  for (const trackerId of trackerIds) expect(await server.storedTimes(trackerId)).toEqual(times);
  expect(server.engine.status()).toMatchObject({ role: 'engine', storing: true });
});

test('reads states again that another engine may have changed, although another partition has recovered', async () => {
  const url = await createSharedDatabase();
  const server = await startServer(url);
  const imeis = [IMEI, '13912345679'];
  const trackerIds: number[] = [];
  for (const imei of imeis) trackerIds.push(await server.addTracker(imei));
  const devices: TestDevice[] = [];
  for (const imei of imeis) devices.push(await connectDevice(server.port('jt808', 'tcp'), imei));
  const [odd, even] = devices;
  if (odd === undefined || even === undefined) throw new Error('no devices');
  expect(trackerIds.map((id) => id % 2)).toEqual([1, 0]);
  for (const one of devices) await one.reply(one.report(report({ time: NOW - 9_000 })));

  const { db } = server.database;
  await endEngineSession(db);
  // Both locks end: the report of the second partition takes them again.
  await endPartitionSessions(db);
  await odd.reply(odd.report(report({ time: NOW - 8_000 })));
  await sql`update tracker_state set version = 41 where tracker_id = ${trackerIds[1]}`.execute(db);
  await even.reply(even.report(report({ time: NOW - 8_000 })));
  expect(server.feed.changes.at(-1)).toMatchObject({ trackerId: trackerIds[1], version: 42 });
});

test.skipIf(IS_CLUSTER)('writes nothing after losing its lock to another server', async () => {
  const url = await createSharedDatabase();
  const first = await startServer(url);
  await first.addTracker('13912345600');
  // In the first partition: only the other session of this test holds the lock of the engine, and ends no sessions.
  const trackerId = await first.addTracker(IMEI);
  expect(trackerId % 2).toBe(0);
  const connected = await connectDevice(first.port('jt808', 'tcp'));
  await connected.reply(connected.report(report({ time: NOW - 2_000 })));

  // Another session gets the lock at the moment the connection of the first one is terminated.
  const other = connect(url, 1);
  cleanUp.push(() => other.close());
  const waiting = sql`select pg_advisory_lock(${0x656e6769})`.execute(other.db);
  const admin = connect(url, 1);
  cleanUp.push(() => admin.close());
  await eventually('the other session waits for the lock', async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
      admin.db,
    );
    return rows.length > 0;
  });
  await endEngineSession(admin.db);
  await waiting;

  connected.report(report({ time: NOW }));
  await connected.closed();
  await eventually('the server is a standby', () => first.engine.status().role === 'standby');
  expect(await first.storedTimes(trackerId)).toEqual([NOW - 2_000]);
  expect(connected.replies.length).toBe(1);

  await sql`select pg_advisory_unlock_all()`.execute(other.db);
  await eventually('the server is the engine again', () => first.engine.status().role === 'engine');
  const again = await connectDevice(first.port('jt808', 'tcp'));
  expect(await again.reply(again.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(await first.storedTimes(trackerId)).toEqual([NOW - 2_000, NOW]);
});

test('commits and acknowledges pending reports before it stops', async () => {
  const url = await createSharedDatabase();
  const first = await startServer(url);
  const trackerId = await first.addTracker(IMEI);
  const connected = await connectDevice(first.port('jt808', 'tcp'));
  await connected.reply(connected.report(report({ time: NOW - 1_000_000 })));
  const times = Array.from({ length: 300 }, (_, index) => NOW - (300 - index) * 1_000);
  const release = await blockCommits(first);
  const frames = times.map((time) => connected.report(report({ time })));
  await eventually(
    'all are received',
    async () => (await first.metricValue('wakeline_frames_total')) === 1 + frames.length,
  );
  await commitIsBlocked(first);
  expect(connected.replies.length).toBe(1);
  const stopped = first.engine.stop();
  await release();
  await stopped;
  await connected.closed();
  const acknowledged = new Set(connected.replies.filter(({ ok }) => ok).map(({ key }) => key));
  expect(frames.filter(({ key }) => key !== null && acknowledged.has(key)).length).toBe(frames.length);
  expect(await first.storedTimes(trackerId)).toEqual([NOW - 1_000_000, ...times]);
  expect(first.engine.status()).toMatchObject({ role: 'stopped', listeners: [] });
});

test('names the environment variable of a port that is in use', async () => {
  const url = await createSharedDatabase();
  const first = await startServer(url);
  const { createEngine } = await import('./engine.ts');
  const { Registry } = await import('prom-client');
  const { default: pino } = await import('pino');
  const { systemClock } = await import('../clock.ts');
  const otherUrl = await createSharedDatabase();
  const database = connect(otherUrl, 2);
  cleanUp.push(() => database.close());
  const engine = createEngine({
    positions: postgresPositions,
    eventArchive: null,
    database,
    openWriter: () => connect(otherUrl, 1),
    writers: 2,
    protocols: [jt808],
    host: '127.0.0.1',
    ports: { jt808: first.port('jt808', 'tcp') },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
    feed: first.feed,
    events: { on: () => () => undefined, onGap: () => () => undefined },
    trustProxy: false,
    aisPort: null,
    guard: createOutgoingGuard([]),
    mediaFiles: testFiles(database.db),
    onForwarded() {},
  });
  await expect(engine.start()).rejects.toThrow(
    /jt808 cannot listen on 127.0.0.1 port \d+ \(WAKELINE_PORT_JT808\): /,
  );
  // The lock is released again: a server that cannot become the engine must not block the others.
  await eventually('the lock is free', async () => {
    const { rows } = await sql`
      select 1 from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
    return rows.length === 0;
  });
});
