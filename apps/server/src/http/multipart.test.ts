import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { UploadedFile } from '@wakeline/contract/uploaded-file';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptMultipart } from './multipart.ts';
import { onRequestEnd } from './on-request-end.ts';
import { removeStaleFiles } from './temporary-files.ts';

let folder: string;
let fastify: FastifyInstance;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-multipart-'));
  fastify = Fastify();
  acceptMultipart(fastify, {
    folder,
    onCallEnd: (request, then) => replies.get(request.raw)?.(then),
  });
  const replies = new WeakMap<object, (then: () => void) => void>();
  fastify.addHook('onRequest', async (request, reply) => {
    replies.set(request.raw, (then) => onRequestEnd(request, reply, then));
  });
  fastify.setErrorHandler((error, _request, reply) => {
    const name = error instanceof NamedError ? error.errorName : String(error);
    void reply.code(400).send({ error: name });
  });
  /** Returns what was received: texts as they are, files by their bytes on the disk. */
  const echoFields = async ({ body }: { readonly body: unknown }) =>
    Object.entries(body as object).map(([name, value]) =>
      value instanceof UploadedFile
        ? { name, file: value.name, size: value.size, hex: readFileSync(value.path).toString('hex') }
        : { name, value },
    );
  const multipart = { bodyBytes: 200_000, fieldBytes: 10_000 };
  fastify.post('/file', { config: { multipart: { ...multipart, takesFile: true } } }, echoFields);
  fastify.post('/plain', { config: { multipart: { ...multipart, takesFile: false } } }, echoFields);
});
afterEach(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true, force: true });
});

const TYPE = { 'content-type': 'multipart/form-data; boundary=b' };

function part(disposition: string, content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}
const END = Buffer.from('--b--\r\n');
/** All byte values, line ends and a text similar to the boundary. */
const BYTES = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
  Buffer.from('\r\n--c'),
]);
const COMPLETE_BODY = Buffer.concat([
  part('name="groupName"', 'Füße'),
  part('name="file"; filename="Å/track 1.gpx"', BYTES),
  END,
]);

async function send(path: string, payload: Buffer | Readable, headers = TYPE): Promise<unknown> {
  return (await fastify.inject({ method: 'POST', url: path, headers, payload })).json();
}

test('reads texts and a file byte for byte, for any size of chunks', async () => {
  const sent = [
    { name: 'groupName', value: 'Füße' },
    { name: 'file', file: 'track 1.gpx', size: BYTES.length, hex: BYTES.toString('hex') },
  ];
  for (const size of [1, 7, 64, COMPLETE_BODY.length]) {
    const chunks = Array.from({ length: Math.ceil(COMPLETE_BODY.length / size) }, (_, at) =>
      COMPLETE_BODY.subarray(at * size, (at + 1) * size),
    );
    expect(await send('/file', Readable.from(chunks))).toEqual(sent);
  }
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('refuses a body that ends anywhere before its closing boundary, and leaves no file', async () => {
  const end = COMPLETE_BODY.length - '\r\n'.length;
  for (let length = 0; length < end; length += 1) {
    expect(await send('/file', COMPLETE_BODY.subarray(0, length)), `${length}`).toEqual({
      error: 'body-malformed',
    });
  }
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('responds to a body with any one corrupt byte', async () => {
  for (let at = 0; at < COMPLETE_BODY.length; at += 1) {
    const corrupt = Buffer.from(COMPLETE_BODY);
    corrupt[at] = (corrupt[at] ?? 0) ^ 0x55;
    expect(await send('/file', corrupt), `${at}`).toBeDefined();
  }
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test.each([
  ['no boundary', { 'content-type': 'multipart/form-data' }, COMPLETE_BODY],
  [
    'a boundary of 71 characters',
    { 'content-type': `multipart/form-data; boundary=${'b'.repeat(71)}` },
    COMPLETE_BODY,
  ],
  ['a text without a name', TYPE, Buffer.concat([part('x="y"', 'z'), END])],
  ['a file without a name', TYPE, Buffer.concat([part('filename="y"', 'z'), END])],
])('refuses %s', async (_, headers, body) => {
  expect(await send('/file', body, headers)).toEqual({ error: 'body-malformed' });
});

test('accepts 50 parts and refuses one more', async () => {
  const parts = Array.from({ length: LIMITS.multipartParts }, (_, at) => part(`name="f${at}"`, 'x'));
  expect(await send('/file', Buffer.concat([...parts, END]))).toHaveLength(50);
  expect(await send('/file', Buffer.concat([...parts, part('name="more"', 'x'), END]))).toEqual({
    error: 'body-too-complex',
  });
});

test('refuses a second file, an unexpected file, and files and fields that are too large', async () => {
  const file = part('name="a"; filename="a"', BYTES);
  expect(await send('/file', Buffer.concat([file, file, END]))).toEqual({ error: 'body-too-complex' });
  expect(await send('/plain', Buffer.concat([file, END]))).toEqual({ error: 'field-invalid' });
  const large = part('name="a"; filename="a"', Buffer.alloc(200_000));
  expect(await send('/file', Buffer.concat([large, END]))).toEqual({ error: 'body-too-large' });
  const texts = [1, 2, 3].map((at) => part(`name="f${at}"`, 'x'.repeat(4_000)));
  expect(await send('/file', Buffer.concat([...texts, END]))).toEqual({ error: 'body-too-large' });
  const text = part('name="f"', 'x'.repeat(10_001));
  expect(await send('/file', Buffer.concat([text, END]))).toEqual({ error: 'body-too-large' });
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('removes the file if the connection is lost', async () => {
  await fastify.listen({ port: 0 });
  const { port } = fastify.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = `POST /file HTTP/1.1\r\nhost: x\r\ncontent-type: ${TYPE['content-type']}\r\n`;
  socket.write(`${head}content-length: 100000\r\n\r\n`);
  socket.write(part('name="a"; filename="a"', Buffer.alloc(20_000)));
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  socket.destroy();
  await once(socket, 'close');
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('removes stale files of a crash at startup, and no file that can be in use', async () => {
  for (const name of ['old', 'new']) writeFileSync(join(folder, name), 'x');
  const before = Date.now() / 1000 - 3_601;
  utimesSync(join(folder, 'old'), before, before);
  await removeStaleFiles(folder);
  expect(readdirSync(folder)).toEqual(['new']);
});
