import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type HttpWithoutDatabase, startHttpWithoutDatabase } from '../testing/http-without-database.ts';
import type { Handlers } from './handler.ts';
import type { HttpOptions } from './http.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startListening(
  options?: Partial<HttpOptions>,
  handlers?: Partial<Handlers>,
): Promise<HttpWithoutDatabase & { port: number }> {
  const http = await startHttpWithoutDatabase(options, handlers);
  cleanups.push(() => http.end());
  return { ...http, ...(await http.listen()) };
}

const FORM = 'host: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n';

async function sendText(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  cleanups.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** The error name of a call from this machine. */
const outcome = async (http: HttpWithoutDatabase): Promise<string> => {
  const response = await http.fastify.inject({ method: 'POST', url: '/service/logout' });
  const body = response.json();
  return body.error ?? body.result.error ?? 'done';
};

/** Hundreds of sockets take a while on a busy machine. */
const POLL_OPTIONS = { timeout: 30_000 };

test('limits the calls of one address with unfinished bodies, and frees slots of closed connections', async () => {
  const http = await startListening();
  const unfinished = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 1000\r\n\r\na=`;
  const sockets = await Promise.all(Array.from({ length: 250 }, () => sendText(http.port, unfinished)));
  await expect.poll(() => outcome(http), POLL_OPTIONS).toBe('too-many-requests');
  for (const socket of sockets.slice(0, 50)) socket.destroy();
  await expect.poll(() => outcome(http), POLL_OPTIONS).not.toBe('too-many-requests');
  // Open connections count, closed ones do not.
  await Promise.all(Array.from({ length: 50 }, () => sendText(http.port, unfinished)));
  await expect.poll(() => outcome(http), POLL_OPTIONS).toBe('too-many-requests');
});

test('frees the slots of pipelined calls without a response when the connection closes', async () => {
  let started = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const http = await startListening(
    {},
    {
      async loadSysConf() {
        started += 1;
        await released;
        throw new Error('irrelevant for this test');
      },
    },
  );
  cleanups.push(() => release());
  const slow = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 0\r\n\r\n`;
  const refused = `POST /service/logout HTTP/1.1\r\n${FORM}origin: null\r\ncontent-length: 0\r\n\r\n`;
  // A few on each connection: Node stops reading if too many responses are pending.
  const sockets = await Promise.all(Array.from({ length: 50 }, () => sendText(http.port, slow)));
  await expect.poll(() => started).toBe(50);
  for (const socket of sockets) socket.write(refused.repeat(5));
  await expect.poll(() => outcome(http), POLL_OPTIONS).toBe('too-many-requests');
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => outcome(http), POLL_OPTIONS).not.toBe('too-many-requests');
});

test('counts a running call until it ends, even if its client has disconnected', async () => {
  let running = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const http = await startListening(
    {},
    {
      async loadSysConf() {
        running += 1;
        await released;
        throw new Error('irrelevant for this test');
      },
    },
  );
  cleanups.push(() => release());
  const call = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 0\r\n\r\n`;
  for (let round = 1; round <= 10; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => sendText(http.port, call)));
    await expect.poll(() => running).toBe(round * 50);
    for (const socket of sockets) socket.destroy();
  }
  expect(await outcome(http)).toBe('overloaded');
  release();
  await expect.poll(() => outcome(http), POLL_OPTIONS).not.toBe('overloaded');
});

test('closes a connection whose body stalls, and reads a slow body', async () => {
  const http = await startListening({ bodyTimeoutMs: 1_000 });
  const head = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 40\r\n\r\n`;
  const stalled = await sendText(http.port, `${head}a=`);
  stalled.resume();
  const slow = await sendText(http.port, `${head}a=`);
  const slowWrites = setInterval(() => slow.write('x'), 50);
  cleanups.push(() => clearInterval(slowWrites));
  await once(stalled, 'close');
  expect(stalled.bytesRead).toBe(0);
  const [response] = await once(slow, 'data');
  expect(String(response)).toContain('result_code');
  clearInterval(slowWrites);
});

test.each([
  ['declared', 'content-length: 1000000\r\n\r\na='],
  ['not declared', 'transfer-encoding: chunked\r\n\r\n2\r\na=\r\n'],
])(
  'refuses a large anonymous body without reading it if the operation requires sign-in: length %s',
  async (_how, rest) => {
    const http = await startListening();
    const socket = await sendText(http.port, `POST /service/createFence HTTP/1.1\r\n${FORM}${rest}`);
    const [response] = await once(socket, 'data');
    expect(String(response)).toContain('"error":"session-gone"');
  },
);
