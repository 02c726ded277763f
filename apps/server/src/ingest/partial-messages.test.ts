import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
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
const OTHER = '13912345679';
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

/** The frames of a batch that is too long for one: some kilobytes, in parts of at most 1,100 bytes. */
function chunksOf({ terminal }: Pick<TestDevice, 'terminal'>): {
  chunks: readonly Buffer[];
  key: string | null;
} {
  const reports = Array.from({ length: 100 }, (_, index) => report({ time: clock.now() - index * 1_000 }));
  const { bytes, key } = terminal.report(reports);
  const hex = Buffer.from(bytes).toString('hex');
  return { chunks: hex.split(/(?<=7e)(?=7e)/).map((frame) => Buffer.from(frame, 'hex')), key };
}

function waitForFrames(frames: number): Promise<unknown> {
  return eventually(
    `${frames} are heard`,
    async () => (await testEngine.metricValue('wakeline_frames_total')) >= frames,
  );
}

test('missing parts are asked for by time alone, and asking is no sign of life', async () => {
  await start();
  await testEngine.addTracker(IMEI);
  const device = await connect();
  const [first] = chunksOf(device).chunks;
  device.socket.write(first ?? '');
  await waitForFrames(1);
  clock.advance(30_000);
  await eventually('they are asked for', () =>
    Buffer.concat(device.received).includes(Buffer.from('7e8003', 'hex')),
  );
  clock.advance(jt808.idleTimeout - 29_000);
  await device.closed();
  expect(await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'idle' })).toBe(
    1,
  );
});

test('of an unknown device no parts are kept, and it is listed', async () => {
  await start();
  const unregisteredDevice = await connect();
  const [first, ...rest] = chunksOf(unregisteredDevice).chunks;
  unregisteredDevice.socket.write(first ?? '');
  await waitForFrames(1);
  expect(await testEngine.metricValue('wakeline_refused_total', { reason: 'unknown-device' })).toBe(1);
  await testEngine.addTracker(IMEI);
  clock.advance(11_000);
  unregisteredDevice.socket.write(Buffer.concat(rest));
  await waitForFrames(1 + rest.length);
  clock.advance(30_000);
  // Had the first been kept, the message would be whole.
  await eventually('the first is asked for', () =>
    Buffer.concat(unregisteredDevice.received).includes(Buffer.from('7e8003', 'hex')),
  );
  expect(await testEngine.metricValue('wakeline_positions_stored_total')).toBe(0);
});

test('what all have sent by halves has a limit: who waits longest for the rest has to send it again', async () => {
  await start({ pendingBytes: 6_000 });
  await testEngine.addTracker(IMEI);
  await testEngine.addTracker(OTHER);
  const [first, second] = [await connect(), await connect(OTHER)];
  // Two frames each: registration and authentication.
  for (const device of [first, second]) await device.logIn();
  const [one, other] = [chunksOf(first), chunksOf(second)];
  first.socket.write(one.chunks[0] ?? '');
  await waitForFrames(5);
  second.socket.write(Buffer.concat(other.chunks.slice(0, -1)));
  await waitForFrames(4 + other.chunks.length);
  expect(await testEngine.metricValue('wakeline_refused_total', { reason: 'no-room' })).toBe(1);
  second.socket.write(other.chunks.at(-1) ?? '');
  await eventually('the second is stored', () => second.replies.some(({ key }) => key === other.key));
  first.socket.write(Buffer.concat(one.chunks.slice(1)));
  await waitForFrames(4 + other.chunks.length + one.chunks.length);
  expect(first.replies.some(({ key }) => key === one.key)).toBe(false);
});

test('datagrams count as well, and strangers go first', async () => {
  await start({ pendingBytes: 6_000 });
  await testEngine.addTracker(IMEI);
  const device = await connect();
  const { chunks, key } = chunksOf(device);
  device.socket.write(chunks[0] ?? '');
  await waitForFrames(1);
  // The beginnings of frames, as long as they may be: nobody knows whose they are.
  for (let peer = 0; peer < 20; peer++) {
    const socket = createSocket('udp4');
    devices.push(socket);
    socket.send(Buffer.concat([Buffer.of(0x7e), Buffer.alloc(900, 0x41)]), testEngine.port('jt808', 'udp'));
  }
  await eventually(
    'most are forgotten',
    async () =>
      (await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'pending' })) >= 10,
  );
  for (const chunk of chunks.slice(1)) device.socket.write(chunk);
  await eventually('the device is acknowledged', () => device.replies.some((reply) => reply.key === key));
});

test('requests count as well: the oldest is told to come again', async () => {
  await start({ pendingBytes: 100_000 });
  const begin = async () => {
    const socket = connectSocket(testEngine.port('osmand'), '127.0.0.1');
    await once(socket, 'connect');
    const answer = { text: '', socket };
    socket.on('data', (bytes) => {
      answer.text += bytes.toString();
    });
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n');
    socket.write(Buffer.alloc(59_000, 0x20));
    return answer;
  };
  const first = await begin();
  const second = await begin();
  await eventually('one is refused', () => [first, second].some(({ text }) => text.includes(' 503 ')));
  expect([first, second].filter(({ text }) => text !== '').length).toBe(1);
  first.socket.destroy();
  second.socket.destroy();
});

test('while the database is away, what strangers sent counts as well', async () => {
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
    'some are closed',
    async () =>
      (await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'pending' })) >= 3,
  );
  await lock.release();
});
