import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectSocket, type Socket as NetSocket } from 'node:net';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import type { IngestLimits } from './limits.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { lockTable } from './testing/lock-table.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const OTHER_IMEI = '13912345679';
const NOW = Date.UTC(2026, 10, 20, 12);

const clock = new TestClock(NOW);
const devices: (TestDevice | Socket)[] = [];
let testEngine: TestEngine;

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function start(limits: Partial<IngestLimits> = {}): Promise<void> {
  testEngine = await startTestEngine({ clock, limits });
}

async function connect(imei = IMEI): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), imei);
  devices.push(device);
  return device;
}

/** The packets of a report batch that is too long for one frame: some kilobytes, at most 1,100 bytes each. */
function packetsOf({ terminal }: Pick<TestDevice, 'terminal'>): {
  packets: readonly Buffer[];
  key: string | null;
} {
  const reports = Array.from({ length: 100 }, (_, index) => report({ time: clock.now() - index * 1_000 }));
  const { bytes, key } = terminal.report(reports);
  const hex = Buffer.from(bytes).toString('hex');
  return { packets: hex.split(/(?<=7e)(?=7e)/).map((frame) => Buffer.from(frame, 'hex')), key };
}

function waitForFrames(frames: number): Promise<unknown> {
  return eventually(
    `${frames} frames are decoded`,
    async () => (await testEngine.metricValue('wakeline_frames_total')) >= frames,
  );
}

test('requests missing packets after a timeout, which does not count as a sign of life', async () => {
  await start();
  await testEngine.addTracker(IMEI);
  const device = await connect();
  const [first] = packetsOf(device).packets;
  device.socket.write(first ?? '');
  await waitForFrames(1);
  clock.advance(30_000);
  await eventually('the missing packets are requested', () =>
    Buffer.concat(device.received).includes(Buffer.from('7e8003', 'hex')),
  );
  clock.advance(jt808.idleTimeout - 29_000);
  await device.closed();
  expect(await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'idle' })).toBe(
    1,
  );
});

test('discards packets of an unknown device and lists the device', async () => {
  await start();
  const unregisteredDevice = await connect();
  const [first, ...rest] = packetsOf(unregisteredDevice).packets;
  unregisteredDevice.socket.write(first ?? '');
  await waitForFrames(1);
  expect(await testEngine.metricValue('wakeline_refused_total', { reason: 'unknown-device' })).toBe(1);
  await testEngine.addTracker(IMEI);
  clock.advance(11_000);
  unregisteredDevice.socket.write(Buffer.concat(rest));
  await waitForFrames(1 + rest.length);
  clock.advance(30_000);
  // If the first packet had been stored, the message would be complete.
  await eventually('the first packet is requested', () =>
    Buffer.concat(unregisteredDevice.received).includes(Buffer.from('7e8003', 'hex')),
  );
  expect(await testEngine.metricValue('wakeline_positions_stored_total')).toBe(0);
});

test('limits incomplete messages of all devices; the longest waiting one must be sent again', async () => {
  await start({ pendingBytes: 6_000 });
  await testEngine.addTracker(IMEI);
  await testEngine.addTracker(OTHER_IMEI);
  const [first, second] = [await connect(), await connect(OTHER_IMEI)];
  // Two frames each: registration and authentication.
  for (const device of [first, second]) await device.logIn();
  const [one, other] = [packetsOf(first), packetsOf(second)];
  first.socket.write(one.packets[0] ?? '');
  await waitForFrames(5);
  second.socket.write(Buffer.concat(other.packets.slice(0, -1)));
  await waitForFrames(4 + other.packets.length);
  expect(await testEngine.metricValue('wakeline_refused_total', { reason: 'no-room' })).toBe(1);
  second.socket.write(other.packets.at(-1) ?? '');
  await eventually('the message of the second device is stored', () =>
    second.replies.some(({ key }) => key === other.key),
  );
  first.socket.write(Buffer.concat(one.packets.slice(1)));
  await waitForFrames(4 + other.packets.length + one.packets.length);
  expect(first.replies.some(({ key }) => key === one.key)).toBe(false);
});

test('includes datagrams in the limit, and drops those of unknown devices first', async () => {
  await start({ pendingBytes: 6_000 });
  await testEngine.addTracker(IMEI);
  const device = await connect();
  const { packets, key } = packetsOf(device);
  device.socket.write(packets[0] ?? '');
  await waitForFrames(1);
  // Starts of frames with the maximum length, from senders that are not known yet.
  for (let peer = 0; peer < 20; peer++) {
    const socket = createSocket('udp4');
    devices.push(socket);
    socket.send(Buffer.concat([Buffer.of(0x7e), Buffer.alloc(900, 0x41)]), testEngine.port('jt808', 'udp'));
  }
  await eventually(
    'most peers are closed',
    async () =>
      (await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'pending' })) >= 10,
  );
  for (const packet of packets.slice(1)) device.socket.write(packet);
  await eventually('the device is acknowledged', () => device.replies.some((reply) => reply.key === key));
});

test('includes requests in the limit, and asks the oldest to retry', async () => {
  await start({ pendingBytes: 100_000 });
  const startRequest = async () => {
    const socket = connectSocket(testEngine.port('osmand'), '127.0.0.1');
    await once(socket, 'connect');
    const response = { text: '', socket };
    socket.on('data', (bytes) => {
      response.text += bytes.toString();
    });
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n');
    socket.write(Buffer.alloc(59_000, 0x20));
    return response;
  };
  const first = await startRequest();
  const second = await startRequest();
  await eventually('one request is refused', () =>
    [first, second].some(({ text }) => text.includes(' 503 ')),
  );
  expect([first, second].filter(({ text }) => text !== '').length).toBe(1);
  first.socket.destroy();
  second.socket.destroy();
});

test('includes data of devices being looked up while the database is unavailable', async () => {
  await start({ pendingBytes: 5_000 });
  const lock = await lockTable(testEngine, 'tracker');
  const unregistered = await Promise.all(
    Array.from({ length: 5 }, (_, index) => connect(`1391234500${index}`)),
  );
  for (const unregisteredDevice of unregistered) {
    unregisteredDevice.socket.write(
      Buffer.concat(Array.from({ length: 50 }, () => unregisteredDevice.terminal.report([report()]).bytes)),
    );
  }
  await eventually(
    'some connections are closed',
    async () =>
      (await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'pending' })) >= 3,
  );
  await lock.release();
});

/** Sends an identification and GGA without RMC: further sentences of the same time could follow. */
async function sendPartOfReport(): Promise<{ socket: NetSocket; trackerId: number }> {
  await start();
  const trackerId = await testEngine.addTracker('boat-7');
  const socket = connectSocket(testEngine.port('nmea', 'tcp'), '127.0.0.1');
  await once(socket, 'connect');
  const time = new Date(clock.now()).toISOString().slice(11, 19).replaceAll(':', '');
  const sentence = `GPGGA,${time},5332.6160,N,00957.9780,E,1,12,0.7,8.4,M,,M,,`;
  const checksum = [...sentence].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0).toString(16);
  socket.write(`$PGID,boat-7\r\n$${sentence}*${checksum.toUpperCase().padStart(2, '0')}\r\n`);
  return { socket, trackerId };
}

test('stores a report that waited for further sentences when the connection ends', async () => {
  const { socket, trackerId } = await sendPartOfReport();
  socket.end();
  await eventually(
    'the report is stored',
    async () => (await testEngine.storedTimes(trackerId)).length === 1,
  );
});

test('stores a report that waited for further sentences after a timeout', async () => {
  const { socket, trackerId } = await sendPartOfReport();
  await eventually('the report is stored', async () => {
    clock.advance(5_000);
    return (await testEngine.storedTimes(trackerId)).length === 1;
  });
  socket.destroy();
});
