import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { LIMITS } from '@wakeline/contract/limits';
import { type Operation, operationPath } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpWithoutDatabase, startHttpWithoutDatabase } from '../testing/http-without-database.ts';
import { startWorld, type World } from '../testing/world.ts';
import { BytesInFlight, MAX_BYTES_PER_USER, MAX_TOTAL_BYTES } from './bytes-in-flight.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const operations: readonly Operation[] = Object.values(OPERATIONS);

let http: HttpWithoutDatabase;
beforeAll(async () => {
  http = await startHttpWithoutDatabase();
});
afterAll(() => http.end());

async function send(operation: string, type: string, payload: string | Readable) {
  const url = `/service/${operation}`;
  const response = await http.fastify.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload,
  });
  const body = response.json();
  return { status: response.statusCode, error: body.error ?? body.result.error ?? null };
}

/** Bodies of exactly `bytes` bytes. */
const asJson = (bytes: number) => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`;
const asForm = (bytes: number) => `a=${'x'.repeat(bytes - 'a='.length)}`;

test.each(operations.map((operation) => [operationPath(operation), operation] as const))(
  '%s accepts a body of its maximum length and refuses one more byte',
  async (path, { bodyBytes = LIMITS.bodyBytes }) => {
    const tooLarge = { status: 413, error: 'body-too-large' };
    expect(await send(path, JSON_TYPE, asJson(bodyBytes + 1))).toEqual(tooLarge);
    expect(await send(path, FORM_TYPE, asForm(bodyBytes + 1))).toEqual(tooLarge);
    expect(await send(path, JSON_TYPE, asJson(bodyBytes))).not.toEqual(tooLarge);
    expect(await send(path, FORM_TYPE, asForm(bodyBytes))).not.toEqual(tooLarge);
  },
);

test.each(
  operations.filter(({ access }) => access === 'public').map((operation) => [operationPath(operation)]),
)('%s refuses one more byte in a body without a declared length', async (path) => {
  const body = Readable.from([asForm(LIMITS.bodyBytes), 'x']);
  expect(await send(path, FORM_TYPE, body)).toEqual({ status: 413, error: 'body-too-large' });
});

const TOO_COMPLEX = { status: 400, error: 'body-too-complex' };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('refuses lists nested more than 16 deep, in JSON and in a form field', async () => {
  const inside = LIMITS.bodyDepth - 1;
  expect(await send('loadSysConf', JSON_TYPE, `{"linkCode":${nested(inside)}}`)).not.toEqual(TOO_COMPLEX);
  expect(await send('loadSysConf', JSON_TYPE, `{"linkCode":${nested(inside + 1)}}`)).toEqual(TOO_COMPLEX);
  expect(await send('loadSysConf', JSON_TYPE, `{"linkCode":${'['.repeat(16_000)}`)).toEqual(TOO_COMPLEX);
});

test('accepts at most 200 form fields', async () => {
  const fields = Array.from({ length: LIMITS.formFields }, (_, at) => `f${at}=`).join('&');
  expect(await send('loadSysConf', FORM_TYPE, fields)).not.toEqual(TOO_COMPLEX);
  expect(await send('loadSysConf', FORM_TYPE, `${fields}&more=`)).toEqual(TOO_COMPLEX);
});

test('limits the bytes in flight per user and in total, and releases them when calls end', () => {
  const inFlight = new BytesInFlight();
  const errorOf = (user: number, bytes: number): string => {
    try {
      inFlight.acquire(user, bytes)();
      return 'none';
    } catch (error) {
      return String((error as Error).message);
    }
  };
  const users = Array.from({ length: MAX_TOTAL_BYTES / MAX_BYTES_PER_USER }, (_, user) => user);
  const releases = users.map((user) => inFlight.acquire(user, MAX_BYTES_PER_USER));
  expect(errorOf(0, 1)).toBe('bytes-in-flight');
  expect(errorOf(99, 1)).toBe('overloaded');
  releases[0]?.();
  expect(errorOf(0, MAX_BYTES_PER_USER)).toBe('none');
  expect(errorOf(1, 1)).toBe('bytes-in-flight');
});

test('refuses a user with many large bodies at once by name, and no other user', async () => {
  const world: World = await startWorld();
  try {
    const account = await world.account('harbour');
    const ada = await account.person('ada');
    const bob = await account.person('bob');
    const largeBody = JSON.stringify({ fenceName: 'x'.repeat(500_000) });
    const create = async (token: string): Promise<number> => {
      const headers = { 'content-type': JSON_TYPE, authorization: `Bearer ${token}` };
      const response = await world.post('createFence', { headers, body: largeBody });
      await response.text();
      return response.status;
    };
    const adaToken = await ada.token();
    const { port } = new URL(world.url);
    const sockets: Socket[] = [];
    const sendMebibyteSlowly = (): void => {
      const socket = connect(Number(port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(
        `POST ${world.prefix}/createFence HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${adaToken}\r\n` +
          `content-type: ${JSON_TYPE}\r\ncontent-length: 1048576\r\n\r\n{"a":`,
      );
    };
    // Repeated until four slow bodies hold their bytes: one that arrives during another call is itself refused.
    const refused = async (): Promise<number> => {
      sendMebibyteSlowly();
      return create(adaToken);
    };
    await expect.poll(refused, { timeout: 20_000 }).toBe(429);
    expect(await create(await bob.token())).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => create(adaToken), { timeout: 20_000 }).toBe(200);
  } finally {
    await world.stop();
  }
});
