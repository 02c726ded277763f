import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type LonelyHttp, lonelyHttp } from '../testing/lonely-http.ts';
import type { Handlers } from './handler.ts';
import type { HttpOptions } from './http.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function listening(
  options?: Partial<HttpOptions>,
  handlers?: Partial<Handlers>,
): Promise<LonelyHttp & { port: number }> {
  const http = await lonelyHttp(options, handlers);
  ends.push(() => http.end());
  return { ...http, ...(await http.listen()) };
}

const FORM = 'host: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n';

async function say(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** The name of the failure of a call from this machine. */
const outcome = async (http: LonelyHttp): Promise<string> => {
  const answer = await http.fastify.inject({ method: 'POST', url: '/service/logout' });
  const said = answer.json();
  return said.error ?? said.result.error ?? 'done';
};

/** Hundreds of sockets take a busy machine a while. */
const PATIENCE = { timeout: 10_000 };

test('calls of one address whose bodies never come are few, and make room when they are given up', async () => {
  const http = await listening();
  const unfinished = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 1000\r\n\r\na=`;
  const sockets = await Promise.all(Array.from({ length: 250 }, () => say(http.port, unfinished)));
  await expect.poll(() => outcome(http), PATIENCE).toBe('too-many-requests');
  for (const socket of sockets.slice(0, 50)) socket.destroy();
  await expect.poll(() => outcome(http), PATIENCE).not.toBe('too-many-requests');
  // Those that are still there count, those that are gone do not.
  await Promise.all(Array.from({ length: 50 }, () => say(http.port, unfinished)));
  await expect.poll(() => outcome(http), PATIENCE).toBe('too-many-requests');
});

test('calls whose answers never came to their turn make room when the connection closes', async () => {
  let begun = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const http = await listening(
    {},
    {
      async loadSysConf() {
        begun += 1;
        await gate;
        throw new Error('not what is looked at here');
      },
    },
  );
  ends.push(() => open());
  const slow = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 0\r\n\r\n`;
  const refused = `POST /service/logout HTTP/1.1\r\n${FORM}origin: null\r\ncontent-length: 0\r\n\r\n`;
  // A few on each connection: Node reads no further where too much waits to be sent.
  const sockets = await Promise.all(Array.from({ length: 50 }, () => say(http.port, slow)));
  await expect.poll(() => begun).toBe(50);
  for (const socket of sockets) socket.write(refused.repeat(5));
  await expect.poll(() => outcome(http), PATIENCE).toBe('too-many-requests');
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => outcome(http), PATIENCE).not.toBe('too-many-requests');
});

test('a call goes on counting when its caller is gone, as long as it is carried out', async () => {
  let inside = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const http = await listening(
    {},
    {
      async loadSysConf() {
        inside += 1;
        await gate;
        throw new Error('not what is looked at here');
      },
    },
  );
  ends.push(() => open());
  const call = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 0\r\n\r\n`;
  for (let round = 1; round <= 10; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => say(http.port, call)));
    await expect.poll(() => inside).toBe(round * 50);
    for (const socket of sockets) socket.destroy();
  }
  expect(await outcome(http)).toBe('overloaded');
  open();
  await expect.poll(() => outcome(http), PATIENCE).not.toBe('overloaded');
});

test('a body that stops is cut off; one that comes slowly is read', async () => {
  const http = await listening({ bodyPatience: 1_000 });
  const head = `POST /service/loadSysConf HTTP/1.1\r\n${FORM}content-length: 40\r\n\r\n`;
  const stalled = await say(http.port, `${head}a=`);
  stalled.resume();
  const slow = await say(http.port, `${head}a=`);
  const dripping = setInterval(() => slow.write('x'), 50);
  ends.push(() => clearInterval(dripping));
  await once(stalled, 'close');
  expect(stalled.bytesRead).toBe(0);
  const [answer] = await once(slow, 'data');
  expect(String(answer)).toContain('result_code');
  clearInterval(dripping);
});

test.each([
  ['is said', 'content-length: 1000000\r\n\r\na='],
  ['is not said', 'transfer-encoding: chunked\r\n\r\n2\r\na=\r\n'],
])(
  'a large body of nobody is not waited for where somebody has to be signed in: its length %s',
  async (_how, rest) => {
    const http = await listening();
    const socket = await say(http.port, `POST /service/createFence HTTP/1.1\r\n${FORM}${rest}`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('"error":"session-gone"');
  },
);
