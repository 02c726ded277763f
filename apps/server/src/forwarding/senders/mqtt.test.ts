import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createOutgoingGuard } from '../../outgoing/guard.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { createSender } from './create-sender.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A TCP server that handles each connection like this. Returns its URL as a broker. */
async function listen(handle: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Publishes a message; nothing but this machine is allowed, unless `networks` says otherwise. */
function send(url: string, networks: readonly string[] = ['127.0.0.1'], timeoutMs = 30_000) {
  const sender = createSender({
    guard: createOutgoingGuard(networks),
    seal: { seal: (text) => Buffer.from(text), open: () => null },
    secret: () => '',
    clock: new TestClock(0),
    timeoutMs,
  });
  const target = {
    target_id: 7,
    kind: 'mqtt',
    url,
    topic: 'wakeline',
    protocol_version: '3.1.1',
    user_name: null,
    sealed_password: null,
    secret_version: 0,
  } as const;
  return sender.send(target, { key: 'f7.1', body: '{}' });
}

test.each([
  'mqtt://127.0.0.1:1',
  'mqtt://localhost:1',
  'mqtts://localhost:1',
  'mqtt://10.1.2.3',
  'mqtt://[::ffff:127.0.0.1]:1',
  'mqtt://2130706433:1',
])('connects to no private address: %s', async (url) => {
  expect(await send(url, [])).toEqual({ state: 'refused', reason: 'address-refused', detail: '' });
});

test('names a closed port', async () => {
  const url = await listen(() => undefined);
  servers.splice(0).map((server) => server.close());
  expect(await send(url)).toEqual({ state: 'retry', reason: 'connection-failed', detail: 'ECONNREFUSED' });
});

test('ends a login that is never answered', async () => {
  const url = await listen(() => undefined);
  expect(await send(url, ['127.0.0.1'], 50)).toMatchObject({ state: 'retry', reason: 'timeout' });
});

test('ends a message that is never acknowledged', async () => {
  // CONNACK of MQTT 3.1.1, section 3.2: accepted, and nothing after it.
  const url = await listen((socket) => socket.once('data', () => socket.write(Buffer.of(0x20, 2, 0, 0))));
  expect(await send(url, ['127.0.0.1'], 500)).toMatchObject({ state: 'retry', reason: 'timeout' });
});

test('names a server that is no broker', async () => {
  const url = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await send(url)).toMatchObject({ state: 'retry', reason: 'connection-failed' });
});

test('names a server without TLS', async () => {
  const url = await listen((socket) => socket.once('data', () => socket.end('220 hello\r\n')));
  expect(await send(url.replace('mqtt:', 'mqtts:'))).toMatchObject({ state: 'retry', reason: 'tls-failed' });
});

test('ends a connection that sends without end', async () => {
  // The beginning of a PUBLISH of 256 MB, section 3.3.
  const url = await listen((socket) => {
    socket.write(Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f));
    const flood = () => {
      while (socket.write(Buffer.alloc(65_536)));
    };
    socket.on('drain', flood);
    flood();
  });
  expect(await send(url)).toMatchObject({ state: 'retry', reason: 'connection-failed' });
});
