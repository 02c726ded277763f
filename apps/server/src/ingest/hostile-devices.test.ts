import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { SessionEvent, StreamProtocol } from '@wakeline/protocols/protocol';
import { afterEach, expect, test } from 'vitest';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { holdTable } from './testing/hold-table.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const STRANGER = '13912345679';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

const devices: TestDevice[] = [];
let harbour: TestEngine;

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await harbour.close();
});

async function connect(imei = IMEI): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, harbour.port('jt808', 'tcp'), imei);
  devices.push(device);
  return device;
}

/** Only a raw socket can send from port 0, and Node has none: for it, Python and the right to open one are needed. */
const RAW_SOCKET = 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)';
const SEND_FROM_PORT_0 = `${RAW_SOCKET}
import struct, sys
payload = bytes.fromhex(sys.argv[2])
s.sendto(struct.pack('!HHHH', 0, int(sys.argv[1]), 8 + len(payload), 0) + payload, ('127.0.0.1', 0))`;
const rawSockets = spawnSync('python3', ['-c', RAW_SOCKET]).status === 0;

test.skipIf(!rawSockets)('a datagram from port 0 cannot be answered: it is dropped', async () => {
  harbour = await startTestEngine();
  await harbour.addTracker(IMEI);
  const port = harbour.port('jt808', 'udp');
  for (const imei of [IMEI, STRANGER]) {
    const { bytes } = jt808.terminal(imei).report([report({ time: NOW })]);
    const hex = Buffer.from(bytes).toString('hex');
    execFileSync('python3', ['-c', SEND_FROM_PORT_0, String(port), hex]);
  }
  await eventually(
    'both are counted',
    async () => (await harbour.count('wakeline_datagrams_dropped_total')) === 2,
  );
  const device = await connect();
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
});

/** What a protocol promises never to do: its answers are not bytes, and cannot be sent. */
function withAnswersThatCannotBeSent(unlucky: (event: SessionEvent) => boolean): StreamProtocol {
  const broken = 5 as unknown as Uint8Array;
  return {
    ...jt808,
    session(options) {
      const session = jt808.session(options);
      return {
        get pendingBytes() {
          return session.pendingBytes;
        },
        forgetParts: (deviceId) => session.forgetParts(deviceId),
        receive: (bytes, now) =>
          session
            .receive(bytes, now)
            .map((event) =>
              event.type === 'reports' && unlucky(event)
                ? { ...event, reply: broken, refused: broken }
                : event,
            ),
      };
    },
  };
}

test.each([
  { whose: 'a registered device', imei: IMEI },
  { whose: 'a stranger', imei: STRANGER },
])('an answer to $whose that cannot be sent ends its connection, and no other', async ({ imei }) => {
  const protocol = withAnswersThatCannotBeSent((event) => event.deviceId === imei);
  harbour = await startTestEngine({ protocols: [protocol] });
  await harbour.addTracker(IMEI);
  await harbour.addTracker('13912345670');
  const [unlucky, lucky] = [await connect(imei), await connect('13912345670')];
  unlucky.report(report({ time: NOW }));
  await unlucky.closed();
  expect(await harbour.count('wakeline_device_connections_closed_total', { reason: 'failure' })).toBe(1);
  expect(await lucky.reply(lucky.report(report({ time: NOW })))).toMatchObject({ ok: true });

  const peer = createSocket('udp4');
  peer.send(jt808.terminal(imei).report([report({ time: NOW })]).bytes, harbour.port('jt808', 'udp'));
  await eventually(
    'the peer is forgotten',
    async () =>
      (await harbour.count('wakeline_device_connections_closed_total', { reason: 'failure' })) === 2,
  );
  peer.close();
  expect(await lucky.reply(lucky.report(report({ time: NOW + 1_000 })))).toMatchObject({ ok: true });
});

test('a stop while strangers are looked up comes to its end, also when the look-up fails', async () => {
  harbour = await startTestEngine();
  const hold = await holdTable(harbour, 'tracker');
  const stranger = await connect(STRANGER);
  stranger.report(report({ time: NOW }));
  const phone = fetch(`http://127.0.0.1:${harbour.port('osmand')}/?id=phone&lat=1&lon=2`);
  await hold.awaited();
  const stopped = harbour.engine.stop();
  await stranger.closed();
  await hold.cutOffWaiting();
  expect((await phone).status).toBe(503);
  await stopped;
  await hold.release();
  expect(stranger.replies).toEqual([]);
});
