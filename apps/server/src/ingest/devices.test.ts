import { gt06 } from '@wakeline/protocols/gt06/gt06';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { loadReportKey } from '../identity/report-key.ts';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

let clock: TestClock;
let testEngine: TestEngine;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
});

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(imei = IMEI, protocol: typeof jt808 | typeof gt06 = jt808): Promise<TestDevice> {
  const device = await TestDevice.connect(protocol, testEngine.port(protocol.name, 'tcp'), imei);
  devices.push(device);
  return device;
}

function requireDeviceAuth(): Promise<void> {
  return testEngine.database.db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ device_auth: true }).execute();
    await sendEvent(tx, { type: 'account', accountId: 1 });
  });
}

function unregistered() {
  return testEngine.database.db.selectFrom('unregistered_device').selectAll().execute();
}

test('refuses an unknown device, lists it once with a count, and accepts it once it is registered', async () => {
  const unregisteredDevice = await connect();
  expect(
    await unregisteredDevice.reply(
      unregisteredDevice.send(assertDefined(unregisteredDevice.terminal.login())),
    ),
  ).toMatchObject({ ok: false });
  for (let second = 0; second < 5; second++) {
    const frame = unregisteredDevice.report(report({ time: NOW - second * 1_000 }));
    expect(await unregisteredDevice.reply(frame)).toMatchObject({ ok: false });
  }
  clock.advance(2_000);
  const [listed] = await eventually('the device is listed', async () => {
    const rows = await unregistered();
    return rows.length > 0 && rows;
  });
  expect(listed).toMatchObject({ imei: IMEI, protocol: 'jt808', address: '127.0.0.1', count: 6 });
  expect(listed?.first_time).toEqual(new Date(NOW));
  // As sent: the protocol has a millionth of a degree.
  expect(listed).toMatchObject({ latitude: 53.5436, longitude: 9.9663, fix_time: new Date(NOW) });
  expect(await testEngine.metricValue('wakeline_refused_total', { reason: 'unknown-device' })).toBe(6);

  // Registered on any server, which notifies the others in the same transaction.
  const trackerId = await testEngine.database.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('tracker')
      .values({ account_id: 1, name: 'Gull', imei: IMEI, password: 'x' })
      .returning('tracker_id')
      .executeTakeFirstOrThrow();
    await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [row.tracker_id], removed: [] });
    return row.tracker_id;
  });
  await eventually('the same connection is accepted', async () => {
    return (await unregisteredDevice.reply(unregisteredDevice.report(report({ time: NOW })))).ok;
  });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
  clock.advance(2_000);
  await eventually('the device is no longer listed', async () => (await unregistered()).length === 0);
});

test('finds a tracker that was registered without an event when its device reports', async () => {
  const trackerId = await testEngine.addTracker(IMEI);
  const device = await connect();
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
});

test('matches device numbers regardless of leading zeros', async () => {
  const trackerId = await testEngine.addTracker(`0${IMEI}`);
  const device = await connect();
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
});

test('accepts reports without a login and with any code if the account requires no authentication', async () => {
  await testEngine.addTracker(IMEI);
  const device = await connect();
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(await device.logIn()).toMatchObject({ ok: true });
});

test('requires authentication per connection if the account demands it; codes survive a restart', async () => {
  const trackerId = await testEngine.addTracker(IMEI);
  await requireDeviceAuth();
  const device = await connect();
  await eventually('the engine applies the setting', async () => {
    return !(await device.reply(device.report(report({ time: NOW - MINUTE })))).ok;
  });
  expect(
    await testEngine.metricValue('wakeline_refused_total', { reason: 'not-authenticated' }),
  ).toBeGreaterThan(0);
  const before = (await testEngine.storedTimes(trackerId)).length;
  expect(await device.logIn()).toMatchObject({ ok: true });
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect((await testEngine.storedTimes(trackerId)).length).toBe(before + 1);

  // Authentication belongs to the connection, not to the device number.
  const unauthenticated = await connect();
  expect(await unauthenticated.reply(unauthenticated.report(report({ time: NOW + 1_000 })))).toMatchObject({
    ok: false,
  });

  await testEngine.engine.stop();
  const restarted = await startTestEngine({ clock, url: testEngine.url });
  const again = await TestDevice.connect(jt808, restarted.port('jt808', 'tcp'), IMEI);
  devices.push(again);
  // The same terminal as before, with the code it received then.
  const authentication = device.terminal.login();
  again.socket.on('data', (bytes) => device.replies.push(...device.terminal.receive(bytes)));
  again.socket.write(assertDefined(authentication).bytes);
  const key = assertDefined(authentication).key;
  await eventually('the frame is acknowledged', () => device.replies.find((reply) => reply.key === key)?.ok);
  await restarted.close();
});

test('refuses a wrong code if the account requires authentication', async () => {
  await testEngine.addTracker(IMEI);
  await requireDeviceAuth();
  const device = await connect();
  await device.logIn();
  // A terminal with the code of another number.
  await testEngine.addTracker('13912345679');
  const other = await connect('13912345679');
  await other.logIn();
  const { sessionOf } = { sessionOf: jt808.session({ findDevice: () => null, authCode: () => 'wrong' }) };
  const forged = jt808.terminal('13912345679');
  const registered = sessionOf.receive(assertDefined(forged.login()).bytes, NOW)[0];
  if (registered?.type !== 'login' || registered.acceptReply === null) throw new Error('no registration');
  const authentication = assertDefined(forged.receive(registered.acceptReply)[0]?.next ?? null);
  const unregisteredDevice = await connect('13912345679');
  unregisteredDevice.socket.write(authentication.bytes);
  await eventually('the frame is acknowledged', () =>
    unregisteredDevice.replies.find(({ key }) => key === authentication.key),
  );
  expect(unregisteredDevice.replies.find(({ key }) => key === authentication.key)).toMatchObject({
    ok: false,
  });
  expect(await testEngine.metricValue('wakeline_refused_total', { reason: 'credential' })).toBe(1);
});

test('sets aside an unreadable location of a batch with its bytes, and stores the other one', async () => {
  // `batch-one-bad` of the protocol's examples: the first location has month 13, the second the time below.
  const time = 1_798_435_800_000;
  const frame = Buffer.from(
    '7e0704003f013511221122000c000200001c00000000000000030204a9a009034428000500000000261328133000' +
      '001c00000000000000030204a9a009034428000500000000261228133000077e',
    'hex',
  );
  clock.advance(time - NOW);
  const trackerId = await testEngine.addTracker('13511221122');
  const device = await connect('13511221122');
  device.socket.write(frame);
  await eventually('the frame is acknowledged', () => device.received.length > 0);
  expect(await testEngine.storedTimes(trackerId)).toEqual([time]);
  const rows = await testEngine.database.db.selectFrom('rejected_report').select(['reason', 'raw']).execute();
  expect(rows).toEqual([{ reason: 'malformed: location 1 of 2: invalid time: 261328133000', raw: frame }]);
});

test('stores coordinates marked as encrypted once the account or the tracker model declares them plain', async () => {
  const [byAccount, byModel] = [
    await testEngine.addTracker(IMEI),
    await testEngine.addTracker('13912345670'),
  ];
  const pair = [await connect(), await connect('13912345670')];
  let time = NOW - 60 * MINUTE;
  const marked = { ignition: true, coordinatesEncrypted: true };
  const send = async () => {
    time += 1_000;
    for (const device of pair) {
      const frame = device.report(report({ time, attributes: marked }));
      expect(await device.reply(frame)).toMatchObject({ ok: true });
    }
    return time;
  };
  await send();
  expect(await testEngine.storedTimes(byAccount)).toEqual([]);
  expect(await testEngine.storedTimes(byModel)).toEqual([]);

  const { db } = testEngine.database;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('tracker').set({ model: 'G10LS' }).where('tracker_id', '=', byModel).execute();
    await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [byModel], removed: [] });
  });
  await eventually('the model is loaded', async () => {
    const sent = await send();
    return (await testEngine.storedTimes(byModel)).includes(sent);
  });
  expect(await testEngine.storedTimes(byAccount)).toEqual([]);

  await db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ plain_coordinates: true }).execute();
    await sendEvent(tx, { type: 'account', accountId: 1 });
  });
  await eventually('the account setting is applied', async () => {
    const sent = await send();
    return (await testEngine.storedTimes(byAccount)).includes(sent);
  });
});

test('sets aside unreadable messages with their bytes, answers them, and stores the readable position', async () => {
  // `alarm-odd-rest`, `cell-alarm-odd` and `heartbeat-odd` of the protocol's examples.
  const position =
    '78782316' + '1a0101000000cb026b2a2c0c3cb19c24145a' + '0901cc00287d001f71660604' + '00409e700d0a';
  const alarm = '78780f19' + '01cc00287d001f716606' + '0027f6ec0d0a';
  const heartbeat = '78780913' + '46060401' + '001df0300d0a';
  const time = Date.UTC(2026, 0, 1);
  clock.advance(time - NOW);
  const trackerId = await testEngine.addTracker('860000000000017');
  const device = await connect('860000000000017', gt06);
  await device.logIn();
  device.received.length = 0;
  device.socket.write(Buffer.from(position + alarm + heartbeat, 'hex'));
  const expectedReplies = ['787805160040', '787805190027', '78780513001d'];
  await eventually('all are answered', () => {
    const got = Buffer.concat(device.received).toString('hex');
    return expectedReplies.every((reply) => got.includes(reply));
  });
  expect(await testEngine.storedTimes(trackerId)).toEqual([time]);
  const rows = await testEngine.database.db
    .selectFrom('rejected_report')
    .select(['reason', 'raw'])
    .orderBy('rejected_id')
    .execute();
  expect(rows.map(({ reason, raw }) => [reason, raw.toString('hex')])).toEqual([
    ['malformed: 0x16: no known layout has 12 bytes after the position: 0901cc00287d001f71660604', position],
    ['malformed: 0x19: no known layout has 10 bytes', alarm],
    ['malformed: 0x13: no known layout has 4 bytes', heartbeat],
  ]);
});

test.skipIf(IS_CLUSTER)(
  'marks an inactive tracker offline with one notice, and online again after a heartbeat',
  async () => {
    const trackerId = await testEngine.addTracker(IMEI);
    const device = await connect();
    await device.reply(device.report(report({ time: NOW, fix: { speed: 40 } })));
    const status = () => testEngine.feed.changes.at(-1)?.status;
    expect(status()).toMatchObject({ status: 'RUNNING' });

    // Heartbeats count as a sign of life: each is noted, none causes a transaction.
    clock.advance(9 * MINUTE);
    await device.reply(device.send(assertDefined(device.terminal.heartbeat())));
    clock.advance(9 * MINUTE);
    await eventually('the last heartbeat is stored', () => status()?.latestCommTime === NOW + 9 * MINUTE);
    expect(status()).toMatchObject({ status: 'RUNNING' });

    clock.advance(MINUTE + 10_000);
    await eventually('the tracker is offline', () => status()?.status === 'OFFLINE');
    expect(status()).toMatchObject({ statusSince: NOW + 9 * MINUTE, latitude: 53.5436 });
    clock.advance(30 * MINUTE);
    expect(testEngine.feed.entries.map(({ payload, trackerId: of }) => [payload.noticeType, of])).toEqual([
      ['OFFLINE', trackerId],
    ]);

    // Its connection was inactive for too long as well.
    await device.closed();
    const again = await connect();
    await again.reply(again.send(assertDefined(again.terminal.heartbeat())));
    await eventually('the tracker is online again', () => status()?.status === 'STOP');
  },
);

test.skipIf(IS_CLUSTER)(
  'marks other trackers offline although the removal event of one was missed',
  async () => {
    const removed = await testEngine.addTracker(IMEI);
    const other = await testEngine.addTracker('13912345679');
    for (const imei of [IMEI, '13912345679']) {
      const device = await connect(imei);
      await device.reply(device.report(report({ time: NOW })));
    }
    await sql`delete from tracker where tracker_id = ${removed}`.execute(testEngine.database.db);
    clock.advance(10 * MINUTE);
    await eventually(
      'the commit failure is counted',
      async () => (await testEngine.metricValue('wakeline_commit_failures_total')) > 0,
    );
    await eventually('the next sweep succeeds', () => {
      clock.advance(10_000);
      return testEngine.feed.changes.some(
        ({ trackerId, status }) => trackerId === other && status.status === 'OFFLINE',
      );
    });
    expect(testEngine.feed.entries.map(({ trackerId }) => trackerId)).toEqual([other]);
  },
);

test('refuses a tracker after it has been removed', async () => {
  const trackerId = await testEngine.addTracker(IMEI);
  const device = await connect();
  await device.reply(device.report(report({ time: NOW })));
  await testEngine.database.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('tracker').where('tracker_id', '=', trackerId).execute();
    await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [], removed: [trackerId] });
  });
  await eventually('the report is refused', async () => {
    return !(await device.reply(device.report(report({ time: NOW + 1_000 })))).ok;
  });
  clock.advance(60 * MINUTE);
  const { rows } = await sql`select tracker_id from tracker_state`.execute(testEngine.database.db);
  expect(rows).toEqual([]);
});

function assertDefined<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the value must not be null');
  return value;
}

interface PhoneReport {
  readonly key?: string;
  /** The scheme that the reverse proxy reports. */
  readonly proto?: string;
  readonly lat?: number;
}

function phone({ key, proto, lat = 22.5 }: PhoneReport): Promise<Response> {
  const query = `id=860000000000027&lat=${lat}&lon=114.1&alarm=sos${key === undefined ? '' : `&key=${key}`}`;
  return fetch(`http://127.0.0.1:${testEngine.port('osmand')}/?${query}`, {
    headers: proto === undefined ? {} : { 'x-forwarded-proto': proto },
  });
}

describe('if the account requires authentication, refuses and lists', () => {
  const refusedDevices = () => testEngine.database.db.selectFrom('refused_device').selectAll().execute();

  async function listed(trackerId: number): Promise<object | undefined> {
    return eventually('the device is listed', async () => {
      clock.advance(2_000);
      return (await refusedDevices()).find((row) => row.tracker_id === trackerId);
    });
  }

  test('a GT06 device, without answering its login or storing its reports', async () => {
    const trackerId = await testEngine.addTracker('860000000000019');
    await requireDeviceAuth();
    const count = () => testEngine.metricValue('wakeline_refused_total', { protocol: 'gt06' });
    await eventually('the engine applies the setting', async () => {
      const device = await connect('860000000000019', gt06);
      device.send(assertDefined(device.terminal.login()));
      return (await count()) > 0;
    });
    const before = await count();
    const device = await connect('860000000000019', gt06);
    device.send(assertDefined(device.terminal.login()));
    device.report(report({ time: NOW, alarms: ['SOS'] }));
    await eventually('its login and its report are refused', async () => (await count()) >= before + 2);
    expect(await listed(trackerId)).toMatchObject({ reason: 'no-proof', protocol: 'gt06' });
    expect(device.received.length).toBe(0);
    expect(await testEngine.storedTimes(trackerId)).toEqual([]);
  });

  test('an OsmAnd device without its key, with status 403 and the reason', async () => {
    const trackerId = await testEngine.addTracker('860000000000027');
    await requireDeviceAuth();
    const text = await eventually('the engine applies the setting', async () => {
      const response = await phone({});
      return response.status === 403 && response.text();
    });
    expect(text).toContain('requires authentication');
    const before = (await testEngine.storedTimes(trackerId)).length;
    expect((await phone({})).status).toBe(403);
    expect((await testEngine.storedTimes(trackerId)).length).toBe(before);
    expect(await listed(trackerId)).toMatchObject({
      reason: 'not-proved',
      protocol: 'osmand',
      address: '127.0.0.1',
    });
  });

  test('an OsmAnd device whose key is sent without HTTPS, is wrong, or has been renewed', async () => {
    await testEngine.close();
    testEngine = await startTestEngine({ clock, trustProxy: 1 });
    const { db } = testEngine.database;
    const trackerId = await testEngine.addTracker('860000000000027');
    const reportKey = await loadReportKey(db);
    const key = reportKey(trackerId, 0);
    await requireDeviceAuth();
    await eventually('the engine applies the setting', async () => (await phone({})).status === 403);
    const outcomes = [
      await phone({ key }),
      await phone({ key, proto: 'http' }),
      await phone({ key: reportKey(trackerId + 1, 0), proto: 'https' }),
      await phone({ key: key.slice(1), proto: 'https' }),
      await phone({ proto: 'https' }),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await testEngine.storedTimes(trackerId)).toEqual([]);
    expect((await phone({ key, proto: 'https' })).status).toBe(200);
    expect(await testEngine.storedTimes(trackerId)).toHaveLength(1);

    await db.transaction().execute(async (tx) => {
      await tx.updateTable('tracker').set({ report_key_version: 1 }).execute();
      await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [trackerId], removed: [] });
    });
    await eventually('the engine applies the new key', async () => {
      clock.advance(1_000);
      return (await phone({ key, proto: 'https' })).status === 403;
    });
    expect((await phone({ key: reportKey(trackerId, 1), proto: 'https' })).status).toBe(200);
  });

  test('does not store the device key with a rejected report', async () => {
    await testEngine.addTracker('860000000000027');
    const response = await phone({ key: 'not-to-be-kept', lat: 91 });
    expect(response.status).toBe(200);
    const stored = await testEngine.database.db.selectFrom('rejected_report').select('raw').execute();
    expect(stored.map(({ raw }) => raw.toString())).toEqual([
      'GET /?id=860000000000027&lat=91&lon=114.1&alarm=sos\r\n\r\n',
    ]);
  });

  test('a JT/T 808 device that has not authenticated', async () => {
    const trackerId = await testEngine.addTracker(IMEI);
    await requireDeviceAuth();
    const device = await connect();
    await eventually('the engine applies the setting', async () => {
      return !(await device.reply(device.report(report({ time: NOW - MINUTE })))).ok;
    });
    expect(await listed(trackerId)).toMatchObject({ reason: 'not-proved', protocol: 'jt808' });
  });
});

test('accepts reports of a bound tracker only over its own protocol', async () => {
  const trackerId = await testEngine.addTracker(IMEI);
  await testEngine.database.db.transaction().execute(async (tx) => {
    await tx.updateTable('tracker').set({ protocol: 'jt808' }).execute();
    await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [trackerId], removed: [] });
  });
  const device = await connect();
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  const response = await fetch(
    `http://127.0.0.1:${testEngine.port('osmand')}/?id=${IMEI}&lat=1&lon=1&alarm=sos`,
  );
  expect([response.status, await response.text()]).toEqual([
    403,
    'this device may report only over another protocol',
  ]);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
  const rows = await eventually('the device is listed', async () => {
    clock.advance(2_000);
    const found = await testEngine.database.db.selectFrom('refused_device').selectAll().execute();
    return found.length > 0 && found;
  });
  expect(rows).toMatchObject([{ tracker_id: trackerId, reason: 'other-protocol', protocol: 'osmand' }]);
});
