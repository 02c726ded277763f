import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { TerminalFrame } from '@wakeline/protocols/protocol';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { TestClock } from '../testing/test-clock.ts';
import { blockCommits, commitIsBlocked } from './testing/blocked-commits.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

const cleanUp: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(options: Parameters<typeof startTestEngine>[0] = {}) {
  const testEngine = await startTestEngine(options);
  cleanUp.push(() => testEngine.close());
  const trackerId = await testEngine.addTracker(IMEI);
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  cleanUp.push(() => device.close());
  await device.logIn();
  return { testEngine, trackerId, device };
}

test('acknowledges a report and publishes its state only after the commit', async () => {
  const { testEngine, device, trackerId } = await start();
  await device.reply(device.report(report({ time: NOW - 1_000 })));
  const sentChanges = testEngine.feed.changes.length;
  const release = await blockCommits(testEngine);
  const frame = device.report(report({ time: NOW }));
  await commitIsBlocked(testEngine);
  // A heartbeat needs no commit: its reply proves that the connection works and that the missing reply is no
  // coincidence.
  await device.reply(device.send(jt808Heartbeat(device)));
  expect(device.replies.some(({ key }) => key === frame.key)).toBe(false);
  expect(testEngine.feed.changes.length).toBe(sentChanges);
  await release();
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 1_000, NOW]);
});

test('stores a report at once, and those that arrive meanwhile in one transaction', async () => {
  const { testEngine, device, trackerId } = await start();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    expect(await device.reply(device.report(report({ time: NOW - 9_000 })))).toMatchObject({ ok: true });
  } finally {
    vi.useRealTimers();
  }
  const release = await blockCommits(testEngine);
  const frames = [device.report(report({ time: NOW - 8_000 }))];
  await commitIsBlocked(testEngine);
  for (let second = 1; second <= 5; second++) {
    frames.push(device.report(report({ time: NOW - 8_000 + second * 1_000 })));
    await eventually('reports are queued', async () => (await testEngine.queuedReports()) === second + 1);
  }
  const { length: before } = testEngine.feed.changes;
  await release();
  for (const frame of frames) expect(await device.reply(frame)).toMatchObject({ ok: true });
  // One state of the tracker per transaction.
  expect(testEngine.feed.changes.length - before).toBe(2);
  expect(await testEngine.storedTimes(trackerId)).toHaveLength(7);
});

// The accounts would be in several partitions.
test.skipIf(IS_CLUSTER)(
  'needs the same number of round trips for notices of many accounts as for one',
  async () => {
    const testDatabase = await createTestDatabase();
    cleanUp.push(() => testDatabase.drop());
    const proxy = await startCuttingProxy(testDatabase);
    cleanUp.push(() => proxy.close());
    const { testEngine, device } = await start({ url: testDatabase.url, writerUrl: proxy.url, writers: 1 });
    const others = ['13912345671', '13912345672', '13912345673'];
    await sql`
    insert into account (account_id, name, device_password) overriding system value
    select id, 'Harbour ' || id, '123456' from generate_series(2, 4) id`.execute(testEngine.database.db);
    await sql`
    insert into tracker (account_id, name, imei, password)
    select 1 + ordinal, imei, imei, '123456' from unnest(${others}::text[]) with ordinality as new (imei, ordinal)`.execute(
      testEngine.database.db,
    );
    const devices = [device];
    for (const imei of others) {
      const other = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), imei);
      cleanUp.push(() => other.close());
      await other.logIn();
      devices.push(other);
    }
    for (const one of devices) await one.reply(one.report(report({ time: NOW - 9_000 })));

    const before = proxy.roundTrips;
    await device.reply(device.report(report({ time: NOW - 8_000, alarms: ['SOS'] })));
    const forOneAccount = proxy.roundTrips - before;

    const release = await blockCommits(testEngine);
    const frames = [device.report(report({ time: NOW - 7_000 }))];
    await commitIsBlocked(testEngine);
    for (const one of devices.slice(1)) frames.push(one.report(report({ time: NOW, alarms: ['SOS'] })));
    await eventually('reports are queued', async () => (await testEngine.queuedReports()) === 4);
    const whileBlocked = proxy.roundTrips;
    await release();
    for (const [index, frame] of frames.entries()) await devices[index]?.reply(frame);
    // The blocked transaction has no notices; after its second statement two round trips remain: states and commit.
    expect(proxy.roundTrips - whileBlocked).toBe(2 + forOneAccount);
    expect(testEngine.feed.entries.map(({ accountId, seq }) => [accountId, seq])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  },
);

test('pauses reading while nothing can be committed, then stores and acknowledges everything', async () => {
  const { testEngine, device, trackerId } = await start({
    limits: { queueReports: 1_000, batchReports: 200 },
  });
  await device.reply(device.report(report({ time: NOW - 100_000_000 })));
  const release = await blockCommits(testEngine);
  const count = 40_000;
  const frames = Array.from({ length: count }, (_, index) =>
    device.terminal.report([report({ time: NOW - (count - index) * 1_000 })]),
  );
  device.socket.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
  await eventually(
    'reading pauses',
    async () => (await testEngine.metricValue('wakeline_reading_pauses_total')) > 0,
  );
  const queuedReports = await testEngine.queuedReports();
  // One read from the socket (64 KiB) is processed completely: about 1,100 reports of 60 bytes.
  expect(queuedReports).toBeGreaterThanOrEqual(1_000);
  expect(queuedReports).toBeLessThan(3_000);
  await commitIsBlocked(testEngine);
  expect(await testEngine.queuedReports()).toBe(queuedReports);
  await release();
  await eventually('everything is acknowledged', () => device.replies.filter(({ ok }) => ok).length >= count);
  expect((await testEngine.storedTimes(trackerId)).length).toBe(count + 1);
  expect(await testEngine.queuedReports()).toBe(0);
});

test('does not let one connection crowd out the others', async () => {
  const { testEngine, device } = await start({ limits: { connectionReports: 100 } });
  await testEngine.addTracker('13912345679');
  const other = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), '13912345679');
  cleanUp.push(() => other.close());
  await other.logIn();
  const release = await blockCommits(testEngine);
  const flood = Array.from({ length: 5_000 }, (_, index) => report({ time: NOW - index * 1_000 }));
  device.socket.write(Buffer.concat(flood.map((one) => device.terminal.report([one]).bytes)));
  await commitIsBlocked(testEngine);
  await eventually('the flood is queued', async () => (await testEngine.queuedReports()) >= 100);
  const before = await testEngine.queuedReports();
  expect(before).toBeLessThan(2_000);
  const frame = other.report(report({ time: NOW }));
  await eventually(
    'the report of the other device is queued',
    async () => (await testEngine.queuedReports()) === before + 1,
  );
  await release();
  expect(await other.reply(frame)).toMatchObject({ ok: true });
});

test('recreates a partition that was dropped', async () => {
  const { testEngine, device, trackerId } = await start();
  await device.reply(device.report(report({ time: NOW - 1_000 })));
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'position'::regclass`.execute(
    testEngine.database.db,
  );
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(testEngine.database.db);
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
});

test('stores the batch again after a lost database connection, with each notice once', async () => {
  const { testEngine, device, trackerId } = await start();
  await device.reply(device.report(report({ time: NOW - 5_000 })));
  const release = await blockCommits(testEngine);
  const frame = device.report(report({ time: NOW - 4_000, alarms: ['SOS'] }));
  await commitIsBlocked(testEngine);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(testEngine.database.db);
  await eventually(
    'the failure is counted',
    async () => (await testEngine.metricValue('wakeline_commit_failures_total')) > 0,
  );
  const meanwhile = device.report(report({ time: NOW - 3_000, fix: { latitude: 53.6 } }));
  await release();
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await device.reply(meanwhile)).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 5_000, NOW - 4_000, NOW - 3_000]);
  expect(await loggedNotices(testEngine)).toBe(1);
  expect(testEngine.engine.status()).toMatchObject({ role: 'engine', storing: true });
});

test('does not repeat a commit whose confirmation was lost', async () => {
  const testDatabase = await createTestDatabase();
  cleanUp.push(() => testDatabase.drop());
  const proxy = await startCuttingProxy(testDatabase);
  cleanUp.push(() => proxy.close());
  const { testEngine, device, trackerId } = await start({ url: testDatabase.url, writerUrl: proxy.url });
  await device.reply(device.report(report({ time: NOW - 2_000 })));
  proxy.cutAtNextCommit();
  const frame = device.report(report({ time: NOW - 1_000, alarms: ['SOS'] }));
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(proxy.cuts).toBe(1);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 2_000, NOW - 1_000]);
  await eventually('the notice is published', () => testEngine.feed.entries.length > 0);
  expect(testEngine.feed.entries.map(({ seq, payload }) => [seq, payload.noticeType])).toEqual([[1, 'SOS']]);
  expect(await loggedNotices(testEngine)).toBe(1);
  // The state of before is still known.
  await device.reply(device.report(report({ time: NOW, alarms: ['SOS'] })));
  expect(testEngine.feed.entries.length).toBe(1);
  expect(testEngine.feed.changes.at(-1)).toMatchObject({ status: { status: 'SOS', fixTime: NOW } });
});

test('reads nothing more after a stop, not even from a device whose reports are being stored', async () => {
  const { testEngine, device, trackerId } = await start({
    // Each report is a transaction: on a busy machine they must not exceed the time that a stop may take.
    limits: { connectionReports: 2, batchReports: 1, stopTimeout: 60_000 },
  });
  const other = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  cleanUp.push(() => other.close());
  await device.reply(device.report(report({ time: NOW - 900_000 })));
  const release = await blockCommits(testEngine);
  const queued = device.report(report({ time: NOW - 800_000 }), report({ time: NOW - 799_000 }));
  await eventually(
    'the reports of the device are queued',
    async () => (await testEngine.queuedReports()) === 2,
  );
  const others = Array.from({ length: 20 }, (_, index) => report({ time: NOW - index * 1_000 }));
  other.socket.write(Buffer.concat(others.map((one) => other.terminal.report([one]).bytes)));
  await eventually('a long queue waits', async () => (await testEngine.queuedReports()) === 22);
  const stopped = testEngine.engine.stop();
  const late = device.report(report({ time: NOW + 60_000 }));
  await release();
  await stopped;
  expect(await device.reply(queued)).toMatchObject({ ok: true });
  await expect(device.reply(late)).rejects.toThrow('closed before');
  const times = await testEngine.storedTimes(trackerId);
  expect(times).not.toContain(NOW + 60_000);
  expect(times.length).toBe(23);
});

test.skipIf(IS_CLUSTER)('marks no tracker offline after an outage in which it was not read', async () => {
  const clock = new TestClock(NOW);
  // Each of the two partitions has half of the queue.
  const { testEngine, device } = await start({ clock, limits: { queueReports: 4 } });
  await testEngine.addTracker('13912345679');
  const other = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), '13912345679');
  cleanUp.push(() => other.close());
  for (const one of [device, other]) await one.reply(one.report(report({ time: NOW - 10_000 })));
  const release = await blockCommits(testEngine);
  device.report(report({ time: NOW - 9_000 }), report({ time: NOW - 8_000 }));
  await eventually(
    'reading pauses',
    async () => (await testEngine.metricValue('wakeline_reading_pauses_total')) === 1,
  );
  for (let minute = 0; minute < 30; minute++) clock.advance(60_000);
  await release();
  await eventually('the queue is empty', async () => (await testEngine.queuedReports()) === 0);
  clock.advance(10_000);
  const frame = other.report(report({ time: clock.now() }));
  expect(await other.reply(frame)).toMatchObject({ ok: true });
  expect(testEngine.feed.entries).toEqual([]);

  // A device that stays inactive from then on is offline.
  clock.advance(10 * 60_000);
  await eventually('the inactive trackers raise notices', () => testEngine.feed.entries.length === 2);
});

async function loggedNotices({ database }: TestEngine): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from account_log`.execute(database.db);
  return rows.length;
}

function jt808Heartbeat({ terminal }: TestDevice): TerminalFrame {
  const frame = terminal.heartbeat();
  if (frame === null) throw new Error('JT/T 808 terminals must have a heartbeat');
  return frame;
}

/** A proxy to the database that can be cut after a commit has been executed, before its response arrives. */
async function startCuttingProxy(database: TestDatabase) {
  const url = new URL(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-wire-'));
  const port = url.port || '5432';
  const socketName = `.s.PGSQL.${port}`;
  const realSocket = join(url.searchParams.get('host') ?? '', socketName);
  const server: Server = createServer();
  let armed = false;
  /** `roundTrips`: how often the engine sent something after it had received a response. */
  const proxy = { cuts: 0, roundTrips: 0, url: '', cutAtNextCommit, close };
  server.on('connection', (near) => {
    const far = connectSocket(realSocket);
    let committing = false;
    let hasResponse = true;
    near.on('data', (bytes) => {
      if (hasResponse) proxy.roundTrips++;
      hasResponse = false;
      if (armed && /commit/i.test(bytes.toString('latin1'))) {
        armed = false;
        committing = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      hasResponse = true;
      if (!committing) {
        near.write(bytes);
        return;
      }
      proxy.cuts++;
      near.destroy();
      far.destroy();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('error', () => undefined);
    far.on('error', () => undefined);
  });
  server.listen(join(folder, socketName));
  await once(server, 'listening');
  url.searchParams.set('host', folder);
  proxy.url = url.href;
  function cutAtNextCommit(): void {
    armed = true;
  }
  async function close(): Promise<void> {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return proxy;
}
