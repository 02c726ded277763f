import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HttpWithoutDatabase, startHttpWithoutDatabase } from '../testing/http-without-database.ts';

let http: HttpWithoutDatabase;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  http = await startHttpWithoutDatabase({
    allowedHosts: ['boats.example'],
    metrics: { contentType: 'a/b', metrics: async () => 'x' },
  });
  ({ port } = await http.listen());
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http.end();
});

/** The first line of the response to a raw request. */
async function firstLine(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [data] = await once(socket, 'data');
  return String(data).split('\r\n')[0] ?? '';
}

/** RFC 6455, section 4.1. */
const UPGRADE = {
  host: '127.0.0.1',
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test.each(['/', '/nothing', '/service/socket/more', '/service/docs', '/service/loadSysConf', '/healthz'])(
  'refuses an upgrade of %s before the handshake and logs nothing',
  async (path) => {
    expect(await firstLine(path, UPGRADE)).toBe('HTTP/1.1 404 Not Found');
    expect(http.logLines.filter((line) => !line.includes('Server listening'))).toEqual([]);
  },
);

test('counts upgrades with the calls of their address', async () => {
  const call = () => http.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  while (
    (await Promise.all(Array.from({ length: 100 }, call))).every(({ statusCode }) => statusCode === 200)
  );
  expect(await firstLine('/service/socket', UPGRADE)).toBe('HTTP/1.1 429 Too Many Requests');
  expect(await firstLine('/nothing', UPGRADE)).toBe('HTTP/1.1 429 Too Many Requests');
});

test('opens the socket only on its path and logs no protocol errors of clients', async () => {
  expect(await firstLine('/service/socket', UPGRADE)).toBe('HTTP/1.1 101 Switching Protocols');
  const [socket] = sockets;
  // RFC 6455, section 5.1: an unmasked frame from a client.
  socket?.write(Buffer.from([0x81, 0x01, 0x61]));
  await once(socket as Socket, 'close');
  const lines = http.logLines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines.filter(({ level, msg }) => level >= 30 && !msg.startsWith('Server listening'))).toEqual([]);
});

test.each([
  '/',
  '/share/x',
  '/service/docs',
  '/service/loadSysConf',
  '/service/files/x',
  '/service/socket',
  '/metrics',
])('refuses requests for %s with the host name of another site', async (path) => {
  const refused = 'HTTP/1.1 421 Misdirected Request';
  expect(await firstLine(path, { host: 'elsewhere.example' })).toBe(refused);
  expect(await firstLine(path, { ...UPGRADE, host: 'elsewhere.example' })).toBe(refused);
  for (const host of ['127.0.0.1', 'localhost:8080', 'boats.example'])
    expect(await firstLine(path, { host })).not.toBe(refused);
});

test.each([
  ['POST', '/service/loadSysConf'],
  ['GET', '/service/docs'],
] as const)('names the error of a refused host: %s %s', async (method, url) => {
  const response = await http.fastify.inject({ method, url, headers: { host: 'elsewhere.example' } });
  expect(response.statusCode).toBe(421);
  expect(response.json()).toMatchObject({ error: 'host-refused' });
});

test('answers probes under any host name', async () => {
  for (const host of ['elsewhere.example', '10.1.2.3:8080']) {
    expect(await firstLine('/healthz', { host })).toBe('HTTP/1.1 200 OK');
    // The database is unavailable.
    expect(await firstLine('/readyz', { host })).toBe('HTTP/1.1 503 Service Unavailable');
  }
});

test('checks readiness once for concurrent probes', async () => {
  let readinessChecks = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = await startHttpWithoutDatabase({
    readiness: async () => {
      readinessChecks += 1;
      await released;
      return {};
    },
  });
  const probes = Array.from({ length: 50 }, () => slow.fastify.inject('/readyz'));
  await expect.poll(() => readinessChecks).toBe(1);
  release();
  for (const { statusCode } of await Promise.all(probes)) expect(statusCode).toBe(200);
  expect(readinessChecks).toBe(1);
  await slow.end();
});

test('sends the permissions policy with every response', async () => {
  const { headers } = await http.fastify.inject('/service/docs');
  expect(headers['permissions-policy']).toContain('fullscreen=(self)');
  expect(headers['permissions-policy']).toContain('geolocation=()');
});
