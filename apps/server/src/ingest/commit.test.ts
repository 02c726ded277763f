import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { TerminalFrame } from '@wakeline/protocols/protocol';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
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
  const harbour = await startTestEngine(options);
  cleanUp.push(() => harbour.close());
  const trackerId = await harbour.addTracker(IMEI);
  const device = await TestDevice.connect(jt808, harbour.port('jt808', 'tcp'), IMEI);
  cleanUp.push(() => device.close());
  await device.logIn();
  return { harbour, trackerId, device };
}

test('a device is acknowledged after the commit, and nobody is told before', async () => {
  const { harbour, device, trackerId } = await start();
  await device.reply(device.report(report({ time: NOW - 1_000 })));
  const sentChanges = harbour.feed.changes.length;
  const release = await blockCommits(harbour);
  const frame = device.report(report({ time: NOW }));
  await commitIsBlocked(harbour);
  // A heartbeat needs no commit: its answer shows that the connection works, and that the report's is not late by chance.
  await device.reply(device.send(jt808Heartbeat(device)));
  expect(device.replies.some(({ key }) => key === frame.key)).toBe(false);
  expect(harbour.feed.changes.length).toBe(sentChanges);
  await release();
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await harbour.storedTimes(trackerId)).toEqual([NOW - 1_000, NOW]);
});

test('a report is stored without waiting for others; what comes meanwhile is stored together', async () => {
  const { harbour, device, trackerId } = await start();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    expect(await device.reply(device.report(report({ time: NOW - 9_000 })))).toMatchObject({ ok: true });
  } finally {
    vi.useRealTimers();
  }
  const release = await blockCommits(harbour);
  const frames = [device.report(report({ time: NOW - 8_000 }))];
  await commitIsBlocked(harbour);
  for (let second = 1; second <= 5; second++) {
    frames.push(device.report(report({ time: NOW - 8_000 + second * 1_000 })));
    await eventually('it waits', () => harbour.engine.status().queuedReports === second + 1);
  }
  const { length: before } = harbour.feed.changes;
  await release();
  for (const frame of frames) expect(await device.reply(frame)).toMatchObject({ ok: true });
  // One state of the tracker for each transaction.
  expect(harbour.feed.changes.length - before).toBe(2);
  expect(await harbour.storedTimes(trackerId)).toHaveLength(7);
});

test('notices of many accounts take as many round trips to the database as those of one', async () => {
  const own = await createTestDatabase();
  cleanUp.push(() => own.drop());
  const wire = await startCuttingProxy(own);
  cleanUp.push(() => wire.close());
  const { harbour, device } = await start({ url: own.url, writerUrl: wire.url });
  const others = ['13912345671', '13912345672', '13912345673'];
  await sql`
    insert into account (account_id, name, device_password) overriding system value
    select id, 'Harbour ' || id, '123456' from generate_series(2, 4) id`.execute(harbour.database.db);
  await sql`
    insert into tracker (account_id, name, imei, password)
    select 1 + place, imei, imei, '123456' from unnest(${others}::text[]) with ordinality as new (imei, place)`.execute(
    harbour.database.db,
  );
  const devices = [device];
  for (const imei of others) {
    const other = await TestDevice.connect(jt808, harbour.port('jt808', 'tcp'), imei);
    cleanUp.push(() => other.close());
    await other.logIn();
    devices.push(other);
  }
  for (const one of devices) await one.reply(one.report(report({ time: NOW - 9_000 })));

  const before = wire.turns;
  await device.reply(device.report(report({ time: NOW - 8_000, alarms: ['SOS'] })));
  const ofOne = wire.turns - before;

  const release = await blockCommits(harbour);
  const frames = [device.report(report({ time: NOW - 7_000 }))];
  await commitIsBlocked(harbour);
  for (const one of devices.slice(1)) frames.push(one.report(report({ time: NOW, alarms: ['SOS'] })));
  await eventually('they wait', () => harbour.engine.status().queuedReports === 4);
  const held = wire.turns;
  await release();
  for (const [index, frame] of frames.entries()) await devices[index]?.reply(frame);
  // What was held is one transaction without notices from its second statement on: states and commit.
  expect(wire.turns - held).toBe(2 + ofOne);
  expect(harbour.feed.entries.map(({ accountId, seq }) => [accountId, seq])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
});

test('while nothing can be committed, reading pauses; then all is stored and acknowledged', async () => {
  const { harbour, device, trackerId } = await start({ limits: { queueReports: 1_000, batchReports: 200 } });
  await device.reply(device.report(report({ time: NOW - 100_000_000 })));
  const release = await blockCommits(harbour);
  const count = 40_000;
  const frames = Array.from({ length: count }, (_, index) =>
    device.terminal.report([report({ time: NOW - (count - index) * 1_000 })]),
  );
  device.socket.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
  await eventually(
    'reading pauses',
    async () => (await harbour.metricValue('wakeline_reading_pauses_total')) > 0,
  );
  const { queuedReports } = harbour.engine.status();
  // What one read from the socket brings (64 KiB) is taken whole: some 1 100 reports of 60 bytes.
  expect(queuedReports).toBeGreaterThanOrEqual(1_000);
  expect(queuedReports).toBeLessThan(3_000);
  await commitIsBlocked(harbour);
  expect(harbour.engine.status().queuedReports).toBe(queuedReports);
  await release();
  await eventually('all is acknowledged', () => device.replies.filter(({ ok }) => ok).length >= count);
  expect((await harbour.storedTimes(trackerId)).length).toBe(count + 1);
  expect(harbour.engine.status().queuedReports).toBe(0);
});

test('one connection cannot crowd out the others', async () => {
  const { harbour, device } = await start({ limits: { connectionReports: 100 } });
  await harbour.addTracker('13912345679');
  const other = await TestDevice.connect(jt808, harbour.port('jt808', 'tcp'), '13912345679');
  cleanUp.push(() => other.close());
  await other.logIn();
  const release = await blockCommits(harbour);
  const flood = Array.from({ length: 5_000 }, (_, index) => report({ time: NOW - index * 1_000 }));
  device.socket.write(Buffer.concat(flood.map((one) => device.terminal.report([one]).bytes)));
  await commitIsBlocked(harbour);
  await eventually('the flood waits', () => harbour.engine.status().queuedReports >= 100);
  const before = harbour.engine.status().queuedReports;
  expect(before).toBeLessThan(2_000);
  const frame = other.report(report({ time: NOW }));
  await eventually('the other is heard', () => harbour.engine.status().queuedReports === before + 1);
  await release();
  expect(await other.reply(frame)).toMatchObject({ ok: true });
});

test('a partition that somebody dropped is made again', async () => {
  const { harbour, device, trackerId } = await start();
  await device.reply(device.report(report({ time: NOW - 1_000 })));
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'position'::regclass`.execute(
    harbour.database.db,
  );
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(harbour.database.db);
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(await harbour.storedTimes(trackerId)).toEqual([NOW]);
});

test('a lost connection to the database: the batch is stored again, notices are there once', async () => {
  const { harbour, device, trackerId } = await start();
  await device.reply(device.report(report({ time: NOW - 5_000 })));
  const release = await blockCommits(harbour);
  const frame = device.report(report({ time: NOW - 4_000, alarms: ['SOS'] }));
  await commitIsBlocked(harbour);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(harbour.database.db);
  await eventually(
    'the failure was seen',
    async () => (await harbour.metricValue('wakeline_commit_failures_total')) > 0,
  );
  const meanwhile = device.report(report({ time: NOW - 3_000, fix: { latitude: 53.6 } }));
  await release();
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await device.reply(meanwhile)).toMatchObject({ ok: true });
  expect(await harbour.storedTimes(trackerId)).toEqual([NOW - 5_000, NOW - 4_000, NOW - 3_000]);
  expect(await loggedNotices(harbour)).toBe(1);
  expect(harbour.engine.status()).toMatchObject({ role: 'engine', storing: true });
});

test('a commit whose end was not heard is not done twice', async () => {
  const own = await createTestDatabase();
  cleanUp.push(() => own.drop());
  const wire = await startCuttingProxy(own);
  cleanUp.push(() => wire.close());
  const { harbour, device, trackerId } = await start({ url: own.url, writerUrl: wire.url });
  await device.reply(device.report(report({ time: NOW - 2_000 })));
  wire.cutAtNextCommit();
  const frame = device.report(report({ time: NOW - 1_000, alarms: ['SOS'] }));
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(wire.cuts).toBe(1);
  expect(await harbour.storedTimes(trackerId)).toEqual([NOW - 2_000, NOW - 1_000]);
  expect(harbour.feed.entries.map(({ seq, payload }) => [seq, payload.noticeType])).toEqual([[1, 'SOS']]);
  expect(await loggedNotices(harbour)).toBe(1);
  // What was known then is known still.
  await device.reply(device.report(report({ time: NOW, alarms: ['SOS'] })));
  expect(harbour.feed.entries.length).toBe(1);
  expect(harbour.feed.changes.at(-1)).toMatchObject({ status: { status: 'SOS', fixTime: NOW } });
});

test('at a stop nothing more is read, also from a device whose reports are stored meanwhile', async () => {
  const { harbour, device, trackerId } = await start({ limits: { connectionReports: 2, batchReports: 1 } });
  const other = await TestDevice.connect(jt808, harbour.port('jt808', 'tcp'), IMEI);
  cleanUp.push(() => other.close());
  await device.reply(device.report(report({ time: NOW - 900_000 })));
  const release = await blockCommits(harbour);
  const queued = device.report(report({ time: NOW - 800_000 }), report({ time: NOW - 799_000 }));
  await eventually('its reports wait', () => harbour.engine.status().queuedReports === 2);
  const others = Array.from({ length: 200 }, (_, index) => report({ time: NOW - index * 1_000 }));
  other.socket.write(Buffer.concat(others.map((one) => other.terminal.report([one]).bytes)));
  await eventually('a long queue waits', () => harbour.engine.status().queuedReports === 202);
  const stopped = harbour.engine.stop();
  const late = device.report(report({ time: NOW + 60_000 }));
  await release();
  await stopped;
  expect(await device.reply(queued)).toMatchObject({ ok: true });
  await expect(device.reply(late)).rejects.toThrow('closed before');
  const times = await harbour.storedTimes(trackerId);
  expect(times).not.toContain(NOW + 60_000);
  expect(times.length).toBe(203);
});

test('after a long outage nobody is offline who only was not read', async () => {
  const clock = new TestClock(NOW);
  const { harbour, device } = await start({ clock, limits: { queueReports: 2 } });
  await harbour.addTracker('13912345679');
  const other = await TestDevice.connect(jt808, harbour.port('jt808', 'tcp'), '13912345679');
  cleanUp.push(() => other.close());
  for (const one of [device, other]) await one.reply(one.report(report({ time: NOW - 10_000 })));
  const release = await blockCommits(harbour);
  device.report(report({ time: NOW - 9_000 }), report({ time: NOW - 8_000 }));
  await eventually(
    'reading pauses',
    async () => (await harbour.metricValue('wakeline_reading_pauses_total')) === 1,
  );
  for (let minute = 0; minute < 30; minute++) clock.advance(60_000);
  await release();
  await eventually('nothing waits', () => harbour.engine.status().queuedReports === 0);
  clock.advance(10_000);
  const frame = other.report(report({ time: clock.now() }));
  expect(await other.reply(frame)).toMatchObject({ ok: true });
  expect(harbour.feed.entries).toEqual([]);

  // Who stays silent from then on is offline.
  clock.advance(10 * 60_000);
  await eventually('the silent ones are told', () => harbour.feed.entries.length === 2);
});

async function loggedNotices({ database }: TestEngine): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from account_log`.execute(database.db);
  return rows.length;
}

function jt808Heartbeat({ terminal }: TestDevice): TerminalFrame {
  const frame = terminal.heartbeat();
  if (frame === null) throw new Error('a terminal of JT/T 808 has a heartbeat');
  return frame;
}

/** A wire to the database that can be cut when a commit has been done and its answer is on the way. */
async function startCuttingProxy(database: TestDatabase) {
  const url = new URL(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-wire-'));
  const port = url.port || '5432';
  const socketName = `.s.PGSQL.${port}`;
  const realSocket = join(url.searchParams.get('host') ?? '', socketName);
  const server: Server = createServer();
  let armed = false;
  /** `turns`: how often the engine sent something after it had been answered. */
  const wire = { cuts: 0, turns: 0, url: '', cutAtNextCommit, close };
  server.on('connection', (near) => {
    const far = connectSocket(realSocket);
    let committing = false;
    let answered = true;
    near.on('data', (bytes) => {
      if (answered) wire.turns++;
      answered = false;
      if (armed && /commit/i.test(bytes.toString('latin1'))) {
        armed = false;
        committing = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      answered = true;
      if (!committing) {
        near.write(bytes);
        return;
      }
      wire.cuts++;
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
  wire.url = url.href;
  function cutAtNextCommit(): void {
    armed = true;
  }
  async function close(): Promise<void> {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return wire;
}
