import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operation } from '@wakeline/contract/operation';
import { logout } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from './client.ts';

/** How the test server responds to the next request. */
let respond: (response: ServerResponse) => void;
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
      respond(response);
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

test('sends form fields: nested values as JSON, null as an empty field, undefined not at all', async () => {
  respond = json(200, { result_code: '000', result_msg: '', result: { trackerId: 5 } });
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

test('sends a file as multipart, together with the other fields', async () => {
  respond = json(200, { result_code: '000', result_msg: '', result: { url: '/service/files/x' } });
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

test('calls operations of the group "live" under its sub-prefix, the others under the prefix', async () => {
  const table = {
    leaveMatch: operation({ ...logout, name: 'leaveMatch', group: 'live' }),
    leave: operation({ ...logout, name: 'leave' }),
  } as const;
  const { port } = server.address() as AddressInfo;
  const options = { baseUrl: `http://127.0.0.1:${port}`, prefix: '/service' };
  const both = createClient<typeof table>({ ...options, groups: { leaveMatch: 'live' } });
  respond = json(200, { result_code: '000', result_msg: '', result: {} });
  await both.call('leaveMatch', { uid: 7 });
  expect(request.url).toBe('/service/live/leaveMatch');
  await both.call('leave', { uid: 7 });
  expect(request.url).toBe('/service/leave');
  // @ts-expect-error: a table of sub-prefixes without that operation does not compile
  createClient<typeof table>({ ...options, groups: {} });
});

test('throws a failure with its name, details and message', async () => {
  respond = json(200, {
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

test('reports an unknown error name as internal, with the message of the server', async () => {
  respond = json(200, {
    result_code: '9999',
    result_msg: 'Something new',
    result: { error: 'something-new', details: {} },
  });
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({
    errorName: 'internal',
    message: 'Something new',
  });
});

test('throws failures without an envelope by their name', async () => {
  respond = json(413, { error: 'body-too-large', message: 'The request is too large' });
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({
    errorName: 'body-too-large',
    message: 'The request is too large',
  });
});

test.each([
  ['an HTML page of a proxy', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ['an empty response', (response: ServerResponse) => response.end()],
  ['JSON of another shape', json(200, { ok: true })],
  ['null', json(200, null)],
  ['a failure without a name', json(200, { result_code: '1', result_msg: '', result: null })],
])('rejects %s as malformed', async (_what, malformed) => {
  respond = malformed;
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({ errorName: 'answer-malformed' });
});

test('reports a broken or refused connection as network-failed', async () => {
  respond = (response) => response.destroy();
  await expect(client.call('loadSysConf', {})).rejects.toMatchObject({ errorName: 'network-failed' });
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', prefix: '/service' });
  await expect(unreachable.call('loadSysConf', {})).rejects.toMatchObject({ errorName: 'network-failed' });
});

test('throws the abort reason of an aborted call', async () => {
  const controller = new AbortController();
  respond = () => controller.abort(new Error('the user left the page'));
  await expect(client.call('loadSysConf', {}, { signal: controller.signal })).rejects.toThrow(
    'the user left the page',
  );
});

describe('stream', () => {
  const window = { trackerIds: [1], startTime: 0, endTime: 1 };
  const bytes = (response: ServerResponse): ServerResponse =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' });

  test('returns the bytes unchanged', async () => {
    respond = (response) => bytes(response).end(Buffer.from([0, 255, 7]));
    const stream = await client.stream('getTrackColumns', window);
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(new Uint8Array([0, 255, 7]));
    expect(request.url).toBe('/service/getTrackColumns');
  });

  test('returns before the last byte has arrived', async () => {
    let openResponse: ServerResponse | undefined;
    respond = (response) => {
      openResponse = bytes(response);
      openResponse.write(Buffer.from([1]));
    };
    const reader = (await client.stream('getTrackColumns', window)).getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    openResponse?.end(Buffer.from([2]));
    expect((await reader.read()).value).toEqual(new Uint8Array([2]));
    expect((await reader.read()).done).toBe(true);
  });

  test('throws the failure of an envelope', async () => {
    respond = json(200, {
      result_code: '3003',
      result_msg: 'With several devices the time range can be up to 3 days',
      result: { error: 'span-too-long-many', details: { days: 3 } },
    });
    await expect(client.stream('getTrackColumns', window)).rejects.toMatchObject({
      errorName: 'span-too-long-many',
      details: { days: 3 },
    });
    respond = json(503, { error: 'overloaded', message: 'The server is busy' });
    await expect(client.stream('getTrackColumns', window)).rejects.toMatchObject({ errorName: 'overloaded' });
  });

  test.each([
    ['a success in an envelope', json(200, { result_code: '000', result_msg: '', result: {} })],
    ['an HTML page of a proxy', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ])('rejects %s as malformed', async (_what, malformed) => {
    respond = malformed;
    await expect(client.stream('getTrackColumns', window)).rejects.toMatchObject({
      errorName: 'answer-malformed',
    });
  });

  test('reports a broken connection as an error of the stream, not as its end', async () => {
    respond = (response) => bytes(response).write(Buffer.from([1]), () => response.destroy());
    const stream = await client.stream('getTrackColumns', window);
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow();
  });

  test('can be aborted before the first byte and while it runs', async () => {
    const early = new AbortController();
    respond = () => early.abort(new Error('the user left the page'));
    await expect(client.stream('getTrackColumns', window, { signal: early.signal })).rejects.toThrow(
      'the user left the page',
    );
    const late = new AbortController();
    const closed = new Promise<void>((resolve) => {
      respond = (response) => {
        response.once('close', resolve);
        bytes(response).write(Buffer.from([1]));
      };
    });
    const reader = (await client.stream('getTrackColumns', window, { signal: late.signal })).getReader();
    await reader.read();
    late.abort(new Error('the user left the page'));
    await expect(reader.read()).rejects.toThrow('the user left the page');
    await closed;
  });
});
