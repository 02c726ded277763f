import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const NOW = Math.floor(Date.now() / 1_000) * 1_000;

let testEngine: TestEngine;

beforeAll(async () => {
  testEngine = await startTestEngine();
});

afterAll(() => testEngine.close());

const CASES = PROTOCOLS.flatMap((protocol, index) =>
  protocol.transports.map((transport, other) => ({
    name: protocol.name,
    transport,
    protocol,
    imei: `86000000000${index}${other}0`.padEnd(15, '7'),
  })),
);

test.each(CASES)(
  'stores and acknowledges reports of $name over $transport',
  async ({ protocol, transport, imei }) => {
    const trackerId = await testEngine.addTracker(imei);
    const sent = [
      report({ time: NOW - 1_000 }),
      report({ time: NOW, fix: { latitude: -33.5, longitude: -70.25 } }),
    ];
    if (protocol.kind === 'request') {
      for (const one of sent) {
        const { method, target, contentType, body } = protocol.encode(imei, [one]);
        const response = await fetch(`http://127.0.0.1:${testEngine.port(protocol.name)}${target}`, {
          method,
          headers: contentType === null ? {} : { 'content-type': contentType },
          ...(body.length === 0 ? {} : { body: Buffer.from(body) }),
        });
        expect(response.status).toBe(200);
      }
    } else if (transport === 'tcp') {
      const device = await TestDevice.connect(protocol, testEngine.port(protocol.name, 'tcp'), imei);
      await device.logIn();
      for (const one of sent) {
        const frame = device.report(one);
        if (frame.key !== null) expect(await device.reply(frame)).toMatchObject({ ok: true });
      }
      await eventually('both are stored', async () => (await testEngine.storedTimes(trackerId)).length === 2);
      device.close();
    } else {
      const socket = createSocket('udp4');
      socket.connect(testEngine.port(protocol.name, 'udp'), '127.0.0.1');
      await once(socket, 'connect');
      const terminal = protocol.terminal(imei, { transport: 'udp' });
      const acknowledged = new Set<string>();
      socket.on('message', (bytes) => {
        for (const { key, ok, next } of terminal.receive(bytes)) {
          if (ok) acknowledged.add(key);
          if (next !== null) socket.send(next.bytes);
        }
      });
      const login = terminal.login();
      if (login !== null) {
        socket.send(login.bytes);
        await eventually(
          'the login is acknowledged',
          () => login.key === null || acknowledged.has(login.key),
        );
      }
      for (const one of sent) {
        const frame = terminal.report([one]);
        socket.send(frame.bytes);
        await eventually('the report is stored', async () =>
          (await testEngine.storedTimes(trackerId)).includes(one.time),
        );
        if (frame.key !== null) {
          const { key } = frame;
          await eventually('the report is acknowledged', () => acknowledged.has(key));
        }
      }
      socket.close();
    }
    expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 1_000, NOW]);
    expect(testEngine.feed.changes.at(-1)).toMatchObject({
      trackerId,
      status: { latitude: expect.closeTo(-33.5, 5), longitude: expect.closeTo(-70.25, 5), fixTime: NOW },
    });
  },
);
