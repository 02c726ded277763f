import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { SessionEvent, StreamProtocol } from '@wakeline/protocols/protocol';
import { afterEach, expect, test } from 'vitest';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { lockTable } from './testing/lock-table.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const UNREGISTERED_IMEI = '13912345679';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

const devices: TestDevice[] = [];
let testEngine: TestEngine;

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(imei = IMEI): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), imei);
  devices.push(device);
  return device;
}

/** Only a raw socket can send from port 0, and Node has none: this needs Python and the right to open one. */
const RAW_SOCKET = 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)';
const SEND_FROM_PORT_0 = `${RAW_SOCKET}
import struct, sys
payload = bytes.fromhex(sys.argv[2])
s.sendto(struct.pack('!HHHH', 0, int(sys.argv[1]), 8 + len(payload), 0) + payload, ('127.0.0.1', 0))`;
const rawSockets = spawnSync('python3', ['-c', RAW_SOCKET]).status === 0;

test.skipIf(!rawSockets)('drops a datagram from port 0, which cannot be answered', async () => {
  testEngine = await startTestEngine();
  await testEngine.addTracker(IMEI);
  const port = testEngine.port('jt808', 'udp');
  for (const imei of [IMEI, UNREGISTERED_IMEI]) {
    const { bytes } = jt808.terminal(imei).report([report({ time: NOW })]);
    const hex = Buffer.from(bytes).toString('hex');
    execFileSync('python3', ['-c', SEND_FROM_PORT_0, String(port), hex]);
  }
  await eventually(
    'both are counted',
    async () => (await testEngine.metricValue('wakeline_datagrams_dropped_total')) === 2,
  );
  const device = await connect();
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
});

/** A protocol must never do this: its replies are not bytes and cannot be sent. */
function withFailingReplies(failing: (event: SessionEvent) => boolean): StreamProtocol {
  const broken = 5 as unknown as Uint8Array;
  return {
    ...jt808,
    session(options) {
      const session = jt808.session(options);
      return {
        get pendingBytes() {
          return session.pendingBytes;
        },
        discardPartialMessages: (deviceId) => session.discardPartialMessages(deviceId),
        encodeInstruction: session.encodeInstruction.bind(session),
        receive: (bytes, now) =>
          session
            .receive(bytes, now)
            .map((event) =>
              event.type === 'reports' && failing(event)
                ? { ...event, reply: broken, rejectReply: broken }
                : event,
            ),
      };
    },
  };
}

test.each([
  { whose: 'a registered device', imei: IMEI },
  { whose: 'an unknown device', imei: UNREGISTERED_IMEI },
])('closes only the connection of $whose when its reply cannot be sent', async ({ imei }) => {
  const protocol = withFailingReplies((event) => event.deviceId === imei);
  testEngine = await startTestEngine({ protocols: [protocol] });
  await testEngine.addTracker(IMEI);
  await testEngine.addTracker('13912345670');
  const [failing, healthy] = [await connect(imei), await connect('13912345670')];
  failing.report(report({ time: NOW }));
  await failing.closed();
  expect(
    await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'failure' }),
  ).toBe(1);
  expect(await healthy.reply(healthy.report(report({ time: NOW })))).toMatchObject({ ok: true });

  const peer = createSocket('udp4');
  peer.send(jt808.terminal(imei).report([report({ time: NOW })]).bytes, testEngine.port('jt808', 'udp'));
  await eventually(
    'the peer is removed',
    async () =>
      (await testEngine.metricValue('wakeline_device_connections_closed_total', { reason: 'failure' })) === 2,
  );
  peer.close();
  expect(await healthy.reply(healthy.report(report({ time: NOW + 1_000 })))).toMatchObject({ ok: true });
});

test('stops while unknown devices are looked up, even when the look-up fails', async () => {
  testEngine = await startTestEngine();
  const lock = await lockTable(testEngine, 'tracker');
  const phone = fetch(`http://127.0.0.1:${testEngine.port('osmand')}/?id=phone&lat=1&lon=2`);
  await lock.waitUntilContended('ltrim(imei');
  const unregisteredDevice = await connect(UNREGISTERED_IMEI);
  unregisteredDevice.report(report({ time: NOW }));
  const stopped = Promise.allSettled([phone, testEngine.engine.stop()]);
  let isStopped = false;
  stopped.then(() => {
    isStopped = true;
  });
  await unregisteredDevice.closed();
  // A look-up that had no connection yet waits for the lock after the others were terminated.
  await eventually('the engine has stopped', async () => {
    await lock.terminateWaiting();
    return isStopped;
  });
  await lock.release();
  expect((await phone).status).toBe(503);
  expect(unregisteredDevice.replies).toEqual([]);
});
