import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import { gt06 } from '@wakeline/protocols/gt06/gt06';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../../db/notify.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { TestDevice } from '../testing/device.ts';
import { eventually } from '../testing/eventually.ts';
import { report } from '../testing/reports.ts';
import { startTestEngine, type TestEngine } from '../testing/test-engine.ts';

const IMEI = '860000000000017';
const NOW = Date.UTC(2026, 10, 20, 12);

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock, limits: { messages: 6 } });
  trackerId = await testEngine.addTracker(IMEI);
});

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(protocol: typeof jt808 | typeof gt06): Promise<TestDevice> {
  const device = await TestDevice.connect(protocol, testEngine.port(protocol.name, 'tcp'), IMEI);
  devices.push(device);
  return device;
}

function messages(): DeviceMessages {
  const found = testEngine.engine.messagesOf(trackerId);
  if (found === null) throw new Error('the engine has no such tracker');
  return found;
}

/** Direction, kind and id of the kept messages, oldest first. */
function outline(): readonly string[] {
  return messages()
    .list.toReversed()
    .map(({ direction, kind, messageId }) => `${direction} ${kind} ${messageId}`);
}

test('shows nothing of a tracker that has not sent, and knows no other tracker', () => {
  // Registered without an event: the engine does not know it yet.
  expect(testEngine.engine.messagesOf(trackerId)).toBeNull();
  expect(testEngine.engine.messagesOf(trackerId + 1)).toBeNull();
});

test('keeps the conversation with a JT/T 808 device, with its codes masked', async () => {
  const device = await connect(jt808);
  await device.logIn();
  clock.advance(5_000);
  const frame = device.report(report({ time: NOW, fix: { speed: 36 }, battery: 80 }));
  await device.reply(frame);
  expect(outline()).toEqual([
    'received register 0x0100',
    'sent reply 0x8100',
    'received authenticate 0x0102',
    'sent reply 0x8001',
    'received report 0x0200',
    'sent reply 0x8001',
  ]);
  const { list, connection, recordedSince } = messages();
  expect(recordedSince).toBe(NOW);
  expect(connection).toEqual({
    protocol: 'jt808',
    transport: 'tcp',
    address: '127.0.0.1',
    since: NOW,
    until: null,
    lastTime: NOW + 5_000,
  });
  const [acknowledged, reported, , authenticated, registered] = list;
  expect(acknowledged).toMatchObject({ time: NOW + 5_000, accepted: true, masked: false });
  expect(reported).toMatchObject({
    time: NOW + 5_000,
    hex: Buffer.from(frame.bytes).toString('hex'),
    bytes: frame.bytes.length,
    masked: false,
    reports: [{ time: NOW, fields: { latitude: 53.5436, longitude: 9.9663, speed: 36 } }],
  });
  // The code is in the response to the registration, after serial and result, and in the authentication.
  const code =
    Buffer.concat(device.received)
      .toString('latin1')
      .match(/[\w-]{16,}/)?.[0] ?? 'no code';
  expect(registered).toMatchObject({ accepted: true, masked: true });
  expect(authenticated).toMatchObject({ masked: true });
  const displayed = JSON.stringify(list);
  expect(displayed).not.toContain(code);
  expect(displayed).not.toContain(Buffer.from(code).toString('hex'));
});

test('keeps damaged messages of a known device with the reason', async () => {
  const device = await connect(jt808);
  await device.reply(device.report(report({ time: NOW })));
  const broken = Buffer.from(device.terminal.report([report({ time: NOW })]).bytes);
  broken[20] = (broken[20] ?? 0) ^ 1;
  device.socket.write(broken);
  await eventually('the damaged frame arrives', () => outline().at(-1) === 'received error null');
  expect(messages().list[0]).toMatchObject({ details: ['checksum: wrong checksum'], reports: [] });
});

test('decodes GT06 by a login that was dropped, and shows when the connection ended', async () => {
  // `position-zone-east` of the protocol's examples, with the number of this device: 8 h east.
  const device = await connect(gt06);
  device.socket.write(Buffer.from('787811010860000000000017000132010001b6cd0d0a', 'hex'));
  await eventually('the login is answered', () => device.received.length > 0);
  for (let second = 1; second <= 4; second++) {
    await device.reply(device.report(report({ time: NOW + second * 1_000 })));
  }
  expect(outline()).toEqual(
    Array.from({ length: 3 }, () => ['received report 0x22', 'sent reply 0x22']).flat(),
  );
  // The device writes UTC, which its login declares to be 8 h east.
  expect(messages().list[1]?.reports[0]?.time).toBe(NOW + 4_000 - 8 * 3_600_000);
  expect(messages().connection?.until).toBeNull();
  clock.advance(60_000);
  device.close();
  await eventually('the connection is closed', () => messages().connection?.until === NOW + 60_000);
});

test('keeps messages over UDP', async () => {
  const socket = createSocket('udp4');
  socket.connect(testEngine.port('jt808', 'udp'), '127.0.0.1');
  await once(socket, 'connect');
  socket.send(jt808.terminal(IMEI).report([report({ time: NOW })]).bytes);
  await once(socket, 'message');
  expect(outline()).toEqual(['received report 0x0200', 'sent reply 0x8001']);
  expect(messages().connection).toMatchObject({ transport: 'udp', until: null });
  const closed = once(socket, 'close');
  socket.close();
  await closed;
});

test('keeps OsmAnd requests as text with their responses, without keys', async () => {
  const url = `http://127.0.0.1:${testEngine.port('osmand')}`;
  const send = async (target: string, init?: RequestInit) => (await fetch(`${url}${target}`, init)).status;
  expect(await send(`/?id=${IMEI}&lat=53.5&lon=9.9&timestamp=${NOW / 1_000}&key=s3cret`)).toBe(200);
  expect(await send(`/?id=${IMEI}&lat=north`)).toBe(400);
  const body = `{"device_id":"${IMEI}","password":"s3cret","location":{"timestamp":"2026-11-20T12:00:00Z","coords":{"latitude":53.5,"longitude":9.9}}}`;
  const headers = { 'content-type': 'application/json' };
  expect(await send('/', { method: 'POST', headers, body })).toBe(200);
  expect(outline()).toEqual([
    'received report GET',
    'sent reply HTTP 200',
    'received error GET',
    'sent reply HTTP 400',
    'received report POST',
    'sent reply HTTP 200',
  ]);
  const { list, connection } = messages();
  expect(connection).toMatchObject({ protocol: 'osmand', transport: 'http', since: NOW, until: NOW });
  expect(list[1]).toMatchObject({ masked: true, reports: [{ time: NOW, fields: { latitude: 53.5 } }] });
  expect(list[5]?.text).toBe(`GET /?id=${IMEI}&lat=53.5&lon=9.9&timestamp=${NOW / 1_000} HTTP/1.1\r\n\r\n`);
  const displayed = JSON.stringify(list);
  expect(displayed).not.toContain('s3cret');
  expect(displayed).not.toContain(Buffer.from('s3cret').toString('hex'));
});

test('drops what it has of a removed device, and shows nothing of its former account', async () => {
  const device = await connect(jt808);
  await device.reply(device.report(report({ time: NOW })));
  const { db } = testEngine.database;
  const change = { type: 'trackers', accountId: 1 } as const;
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into account (account_id, name, device_password) overriding system value
      values (2, 'Airfield', '123456')`.execute(tx);
    await tx.updateTable('tracker').set({ account_id: 2 }).execute();
    await sendEvent(tx, { ...change, changed: [trackerId], removed: [] });
  });
  await eventually('the device has moved', () => messages().list.length === 0);
  expect(messages().connection).toBeNull();
  await device.reply(device.report(report({ time: NOW + 1_000 })));
  expect(outline()).toEqual(['received report 0x0200', 'sent reply 0x8001']);

  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('tracker').execute();
    await sendEvent(tx, { ...change, changed: [], removed: [trackerId] });
  });
  await eventually('the device is removed', () => testEngine.engine.messagesOf(trackerId) === null);
});
