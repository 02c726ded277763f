import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import type { IngestLimits } from './limits.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const clock = new TestClock(NOW);
const devices: TestDevice[] = [];
let testEngine: TestEngine;

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function start(limits: Partial<IngestLimits> = {}): Promise<void> {
  testEngine = await startTestEngine({ clock, limits });
  await testEngine.addTracker(IMEI);
}

async function connect(imei = IMEI): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), imei);
  devices.push(device);
  return device;
}

function countClosed(reason: string): Promise<number> {
  return testEngine.metricValue('wakeline_device_connections_closed_total', { reason });
}

test('closes the connection after an endless frame, and stores what came before it', async () => {
  await start();
  const device = await connect();
  const frame = device.report(report({ time: clock.now() }));
  device.socket.write(Buffer.concat([Buffer.of(0x7e), Buffer.alloc(1024 * 1024, 0x41)]));
  await device.closed();
  expect(await countClosed('oversize')).toBe(1);
  expect(await testEngine.metricValue('wakeline_frame_faults_total', { fault: 'oversize' })).toBe(1);
  await eventually(
    'it is stored',
    async () => (await testEngine.metricValue('wakeline_positions_stored_total')) === 1,
  );
  expect(frame.key).not.toBeNull();
});

test('closes the connection after consecutive decode errors; a valid frame resets the count', async () => {
  await start({ consecutiveErrors: 10 });
  const device = await connect();
  const broken = Buffer.from(device.terminal.report([report({ time: clock.now() })]).bytes);
  broken.writeUInt8(broken.readUInt8(20) ^ 1, 20);
  for (let round = 0; round < 3; round++) {
    for (let index = 0; index < 9; index++) device.socket.write(broken);
    expect(await device.reply(device.report(report({ time: clock.now() - round * 1_000 })))).toMatchObject({
      ok: true,
    });
  }
  for (let index = 0; index < 10; index++) device.socket.write(broken);
  await device.closed();
  expect(await countClosed('faults')).toBe(1);
});

test('counts complete frames of an unknown type as a sign of life, not as errors', async () => {
  await start({ consecutiveErrors: 3 });
  const device = await connect();
  // 0x0e01: no message of the standard. A terminal may send such messages all the time.
  const heartbeat = Buffer.from(device.terminal.heartbeat()?.bytes ?? []);
  const unknown = Buffer.from(heartbeat);
  unknown.writeUInt16BE(0x0e01, 1);
  unknown.writeUInt8(unknown.readUInt8(unknown.length - 2) ^ 0x02 ^ 0x0e ^ 0x01, unknown.length - 2);
  for (let packet = 0; packet < 5; packet++) device.socket.write(unknown);
  await eventually(
    'all packets are counted',
    async () =>
      (await testEngine.metricValue('wakeline_frame_faults_total', { fault: 'unknown-message' })) === 5,
  );
  for (let minute = 0; minute < 12; minute++) {
    clock.advance(MINUTE);
    const received = device.received.length;
    device.socket.write(unknown);
    await eventually('a reply arrives', () => device.received.length > received);
  }
  expect(device.socket.closed).toBe(false);
  expect(await device.reply(device.report(report({ time: clock.now() })))).toMatchObject({ ok: true });
  expect(await countClosed('faults')).toBe(0);
});

test('limits the connections of one address', async () => {
  await start({ connectionsPerAddress: 2 });
  const [first, second] = [await connect(), await connect()];
  const third = await connect();
  await third.closed();
  expect(await countClosed('too-many')).toBe(1);
  expect(await second.reply(second.report(report({ time: clock.now() })))).toMatchObject({ ok: true });
  first.close();
  await eventually(
    'the connection is closed',
    async () => (await testEngine.metricValue('wakeline_device_connections')) === 1,
  );
  const fourth = await connect();
  expect(await fourth.reply(fourth.report(report({ time: clock.now() })))).toMatchObject({ ok: true });
});

test('limits the connections of all addresses together', async () => {
  await start({ connections: 1 });
  await connect();
  const second = await connect();
  await second.closed();
  expect(await countClosed('too-many')).toBe(1);
});

test('limits the devices of one connection', async () => {
  await start({ connectionDevices: 3 });
  const device = await connect();
  for (let index = 0; index < 4; index++) {
    device.socket.write(jt808.terminal(`1391234567${index}`).heartbeat().bytes);
  }
  await device.closed();
  expect(await countClosed('devices')).toBe(1);
});

test('closes a connection without a valid frame after a minute, and an inactive one after the idle time', async () => {
  await start();
  const idleDevice = await connect();
  const device = await connect();
  await device.reply(device.report(report({ time: clock.now() })));
  clock.advance(MINUTE + 5_000);
  await idleDevice.closed();
  expect(await countClosed('no-frame')).toBe(1);
  clock.advance(8 * MINUTE);
  await device.reply(device.report(report({ time: clock.now() })));
  clock.advance(10 * MINUTE - 5_000);
  await device.reply(device.report(report({ time: clock.now() })));
  clock.advance(10 * MINUTE + 5_000);
  await device.closed();
  expect(await countClosed('idle')).toBe(1);
});

test('does not count single bytes of a frame as a sign of life', async () => {
  await start();
  const device = await connect();
  await device.reply(device.report(report({ time: clock.now() })));
  const { bytes } = device.terminal.report([report({ time: clock.now() })]);
  for (const byte of bytes.subarray(0, 11)) {
    device.socket.write(Buffer.of(byte));
    clock.advance(MINUTE);
  }
  await device.closed();
  expect(await countClosed('idle')).toBe(1);
});

test('disconnects a device that does not read its replies before they fill the memory', async () => {
  await start({ unreadBytes: 4 * 1024 });
  const device = await connect();
  device.socket.pause();
  const heartbeats = Buffer.concat(
    Array.from({ length: 5_000 }, () => device.terminal.heartbeat()?.bytes ?? Buffer.alloc(0)),
  );
  // The kernel buffers take some megabytes before ours hold anything.
  const write = (error?: Error | null) => {
    if (!error) device.socket.write(heartbeats, write);
  };
  write();
  await eventually(
    'the device is disconnected',
    async () => (await testEngine.metricValue('wakeline_device_connections')) === 0,
  );
  expect(await countClosed('unread')).toBe(1);
});

test('closes only the affected connection when a protocol throws', async () => {
  // Protocols must never throw: here a session throws at the bytes of one device.
  const broken = {
    ...jt808,
    session: (options: Parameters<typeof jt808.session>[0]) => {
      const session = jt808.session(options);
      return {
        pendingBytes: 0,
        discardPartialMessages: (deviceId: string | null) => session.discardPartialMessages(deviceId),
        encodeInstruction: session.encodeInstruction.bind(session),
        receive(bytes: Uint8Array, now: number) {
          if (bytes[0] === 0x99) throw new Error('a defect of the server');
          return session.receive(bytes, now);
        },
      };
    },
  };
  testEngine = await startTestEngine({ clock, protocols: [broken] });
  await testEngine.addTracker(IMEI);
  const [failing, healthy] = [await connect(), await connect()];
  failing.socket.write(Buffer.of(0x99));
  await failing.closed();
  expect(await countClosed('failure')).toBe(1);
  expect(await healthy.reply(healthy.report(report({ time: clock.now() })))).toMatchObject({ ok: true });
});

test('reads a frame that is split at every byte', async () => {
  await start();
  const device = await connect();
  const { bytes, key } = device.terminal.report([report({ time: clock.now() })]);
  for (const byte of bytes) device.socket.write(Buffer.of(byte));
  await eventually('the frame is acknowledged', () =>
    device.replies.some((reply) => reply.key === key && reply.ok),
  );
});
