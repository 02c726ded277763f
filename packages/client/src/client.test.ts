import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from './client.ts';

/** What the server at the other end does with the next request. */
let answer: (response: ServerResponse) => void;
let request: { url: string; body: string; headers: Record<string, unknown> };
let server: Server;
let client: Client;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', () => {
      request = { url: incoming.url ?? '', body, headers: incoming.headers };
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ baseUrl: `http://127.0.0.1:${port}`, prefix: '/service', token: () => 'secret' });
});
afterAll(() => server.close());

const json =
  (status: number, body: unknown) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

test('sends the fields of a form, nested values as JSON, null as nothing, undefined not at all', async () => {
  answer = json(200, { result_code: '000', result_msg: '', result: { trackerId: 5 } });
  const result = await client.call('addTracker', {
    trackerName: '海鸥 & co',
    imei: '1',
    groupId: null,
    note: undefined,
    iconDto: { iconUrl: 'boat', iconType: 'STANDARD' },
  });
  expect(result).toEqual({ trackerId: 5 });
  expect(request.url).toBe('/service/addTracker');
  expect(request.headers).toMatchObject({
    'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
    authorization: 'Bearer secret',
  });
  expect([...new URLSearchParams(request.body)]).toEqual([
    ['trackerName', '海鸥 & co'],
    ['imei', '1'],
    ['groupId', ''],
    ['iconDto', '{"iconUrl":"boat","iconType":"STANDARD"}'],
  ]);
});

test('sends a file as multipart, with the other fields beside it', async () => {
  answer = json(200, { result_code: '000', result_msg: '', result: { url: '/service/files/x' } });
  const picture = new File(['picture'], '标志.png', { type: 'image/png' });
  expect(await client.call('uploadPicture', { use: 'logo', picture })).toEqual({ url: '/service/files/x' });
  const type = String(request.headers['content-type']);
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  const form = await new Response(request.body, { headers: { 'content-type': type } }).formData();
  expect(form.get('use')).toBe('logo');
  const sent = form.get('picture');
  expect(sent).toBeInstanceOf(File);
  expect(sent).toMatchObject({ name: '标志.png', type: 'image/png', size: 7 });
});

test('throws a failure by its name, with its facts and the sentence', async () => {
  answer = json(200, {
    result_code: '1003',
    result_msg: 'Too many attempts',
    result: { error: 'login-locked', details: { seconds: 60 } },
  });
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({
    errorName: 'login-locked',
    details: { seconds: 60 },
    message: 'Too many attempts',
  });
});

test('a name that is newer than this program is shown by its sentence', async () => {
  answer = json(200, {
    result_code: '9999',
    result_msg: 'Something new',
    result: { error: 'something-new', details: {} },
  });
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({
    errorName: 'internal',
    message: 'Something new',
  });
});

test('failures that HTTP tells have names, too', async () => {
  answer = json(413, { error: 'body-too-large', message: 'The request is too large' });
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({
    errorName: 'body-too-large',
    message: 'The request is too large',
  });
});

test.each([
  ['a page of a proxy', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ['an empty answer', (response: ServerResponse) => response.end()],
  ['another shape', json(200, { ok: true })],
  ['null', json(200, null)],
  ['a failure without a name', json(200, { result_code: '1', result_msg: '', result: null })],
])('%s is no answer of ours', async (_what, malformed) => {
  answer = malformed;
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({ errorName: 'answer-malformed' });
});

test('a connection that breaks, or that nobody takes, is the network', async () => {
  answer = (response) => response.destroy();
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({ errorName: 'network-failed' });
  const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', prefix: '/service' });
  await expect(nobody.call('loadSysConf', {})).rejects.toMatchObject({ errorName: 'network-failed' });
});

test('a call that is given up throws the reason for which it was', async () => {
  const given = new AbortController();
  answer = () => given.abort(new Error('the person left the page'));
  await expect(client.call('loadSysConf', {}, { signal: given.signal })).rejects.toThrow(
    'the person left the page',
  );
});
