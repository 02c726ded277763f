import { createSocket } from 'node:dgram';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { createLog } from '../log.ts';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { TestClock } from '../testing/test-clock.ts';
import { AccountRates } from './account-rates.ts';
import { createMetrics } from './metrics.ts';
import type { AccountRules } from './registry.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
const LIMITED = '13912345678';
const UNLIMITED = '13912345679';

const devices: TestDevice[] = [];
let clock: TestClock;
let testEngine: TestEngine;
let limitedId: number;

/** Account 1 may send a position per second, so 60 at once; account 2 has no limit. */
async function start(): Promise<void> {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  const { db } = testEngine.database;
  await sql`
    insert into account (account_id, name, device_password) overriding system value
    values (2, 'Lake', '123456')`.execute(db);
  await db.updateTable('account').set({ max_positions_per_second: 1 }).where('account_id', '=', 1).execute();
  limitedId = await testEngine.addTracker(LIMITED);
  await db
    .insertInto('tracker')
    .values({ account_id: 2, name: UNLIMITED, imei: UNLIMITED, password: '123456' })
    .execute();
}

async function connect(imei: string): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), imei);
  devices.push(device);
  return device;
}

function reports(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) =>
    report({ time: NOW - (10_000 - from - index) * SECOND, fix: { latitude: 53 + index / 10_000 } }),
  );
}

function pauses(account: string): Promise<number> {
  return testEngine.metricValue('wakeline_account_pauses_total', { account });
}

/** Resolves when the account has been paused this number of times. */
async function paused(times: number): Promise<void> {
  await eventually('the account is paused', async () => (await pauses('1')) === times);
}

describe('through the engine', () => {
  afterEach(async () => {
    for (const device of devices.splice(0)) device.close();
    await testEngine.close();
  });

  test('stores what it has read, then waits, while devices of another account go on', async () => {
    await start();
    const [limited, unlimited] = [await connect(LIMITED), await connect(UNLIMITED)];
    expect(await limited.reply(limited.report(...reports(65)))).toMatchObject({ ok: true });
    await paused(1);
    const second = limited.report(...reports(1, 100));
    for (let index = 0; index < 5; index++) {
      clock.advance(SECOND);
      expect(await unlimited.reply(unlimited.report(...reports(40, index * 40)))).toMatchObject({ ok: true });
    }
    // 60 s of burst and 5 s are paid, so nothing may follow yet.
    expect(limited.replies.some(({ key }) => key === second.key)).toBe(false);
    expect(await testEngine.storedTimes(limitedId)).toHaveLength(65);
    clock.advance(SECOND);
    expect(await limited.reply(second)).toMatchObject({ ok: true });
    expect(await testEngine.storedTimes(limitedId)).toHaveLength(66);
    expect(await pauses('2')).toBe(0);
  });

  test('lets the connections of an account continue in turn', async () => {
    await start();
    const first = await connect(LIMITED);
    await first.reply(first.report(...reports(60)));
    await paused(1);
    // A connection without a report waits, too, once its device is known.
    const second = await connect(LIMITED);
    second.socket.write(jt808.terminal(LIMITED).heartbeat().bytes);
    await paused(2);
    const [late, later] = [first.report(...reports(1, 100)), second.report(...reports(1, 200))];
    clock.advance(SECOND);
    expect(await first.reply(late)).toMatchObject({ ok: true });
    expect(second.replies.some(({ key }) => key === later.key)).toBe(false);
    clock.advance(SECOND);
    expect(await second.reply(later)).toMatchObject({ ok: true });
  });

  test('reads from waiting devices when the operator removes the limit', async () => {
    await start();
    const device = await connect(LIMITED);
    await device.reply(device.report(...reports(200)));
    await paused(1);
    const next = device.report(...reports(1, 300));
    const { db } = testEngine.database;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('account').set({ max_positions_per_second: null }).execute();
      await sendEvent(tx, { type: 'account', accountId: 1 });
    });
    await eventually('it is acknowledged', () => {
      clock.advance(250);
      return device.replies.some(({ key }) => key === next.key);
    });
  });

  test('refuses HTTP requests until the account may send again', async () => {
    await start();
    await testEngine.addTracker('phone-1');
    const url = `http://127.0.0.1:${testEngine.port('osmand')}`;
    const device = await connect(LIMITED);
    await device.reply(device.report(...reports(62)));
    const send = () => fetch(`${url}/?id=phone-1&lat=53&lon=9&timestamp=${NOW / SECOND}`);
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.text()).toBe('the account exceeds its limit of positions, try again');
    clock.advance(3 * SECOND);
    expect((await send()).status).toBe(200);
  });

  test('drops datagrams of a device that has to wait, which sends them again', async () => {
    await start();
    const terminal = jt808.terminal(LIMITED);
    const socket = createSocket('udp4');
    const send = (count: number, from: number) =>
      socket.send(terminal.report(reports(count, from)).bytes, testEngine.port('jt808', 'udp'), '127.0.0.1');
    const dropped = () => testEngine.metricValue('wakeline_datagrams_dropped_total');
    try {
      send(30, 0);
      send(30, 100);
      await paused(1);
      send(1, 200);
      await eventually('it is dropped', async () => (await dropped()) === 1);
      clock.advance(SECOND);
      send(1, 200);
      await eventually('it is stored', async () => (await testEngine.storedTimes(limitedId)).length === 61);
    } finally {
      socket.close();
    }
  });

  test('records what an account with a limit sends, for its owner', async () => {
    await start();
    const device = await connect(LIMITED);
    await device.reply(device.report(...reports(100)));
    await paused(1);
    clock.advance(10 * SECOND);
    const rows = () => testEngine.database.db.selectFrom('account_intake').selectAll().execute();
    await eventually('it is written', async () => (await rows()).length > 0);
    expect(await rows()).toEqual([
      {
        account_id: 1,
        member: IS_CLUSTER ? expect.any(String) : '',
        measured_at: new Date(NOW + 10 * SECOND),
        positions_per_second: 10,
        limited_at: new Date(NOW),
      },
    ]);
    clock.advance(10 * SECOND);
    await eventually('it falls to 0', async () => (await rows())[0]?.positions_per_second === 0);
  });
});

test('divides a limit among the processes that receive reports, and logs the account once a minute', () => {
  const clock = new TestClock(NOW);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics(new Registry());
  let members = 1;
  const rates = new AccountRates({ clock, log, metrics, member: 'a', members: () => members });
  const account = { accountId: 7, maxPositionsPerSecond: 10 } as AccountRules;
  rates.take(account, 599);
  expect(rates.isOver(account)).toBe(false);
  rates.take(account, 1);
  expect(rates.isOver(account)).toBe(true);
  rates.countPause(account);
  rates.countPause(account);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ accountId: 7, maxPositionsPerSecond: 10 });
  members = 4;
  // A share of 2.5 per second.
  clock.advance(4 * SECOND);
  rates.take(account, 10);
  expect(rates.isOver(account)).toBe(true);
  // However much was received, the account waits for five minutes at most.
  rates.take(account, 1_000_000);
  clock.advance(300 * SECOND);
  expect(rates.isOver(account)).toBe(true);
  clock.advance(SECOND);
  expect(rates.isOver(account)).toBe(false);
});
