import { request } from 'node:http';
import { connect } from 'node:net';
import { envelope, failure } from '@wakeline/contract/envelope';
import { ERRORS } from '@wakeline/contract/errors';
import { OPERATIONS } from '@wakeline/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Person;
let token: string;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  token = await ada.token();
});
afterAll(() => world.stop());

/** The error name in a response. */
async function failureOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const parsed = envelope.parse(await response.json());
  const { error } = failure.parse(parsed.result);
  expect(parsed.result_code).toBe(ERRORS[error as keyof typeof ERRORS].code);
  return error;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const bearer = () => ({ authorization: `Bearer ${token}` });

describe('a call', () => {
  test('accepts forms with numbers and nested values, and responds in the envelope', async () => {
    const response = await world.post('addTracker', {
      headers: { ...FORM, ...bearer() },
      body: new URLSearchParams({
        trackerName: '12',
        imei: '860000000000001',
        iconDto: '{"iconUrl":"boat","iconType":"STANDARD"}',
        validUntil: '1790000000000',
        groupId: '',
      }),
    });
    expect(response.status).toBe(200);
    const { result } = envelope.parse(await response.json());
    const { trackerId } = OPERATIONS.addTracker.result.parse(result);
    const tracker = await ada.call('queryTrackerById', { trackerId });
    expect(tracker).toMatchObject({
      trackerName: '12',
      iconDto: { iconUrl: 'boat' },
      validUntil: 1_790_000_000_000,
      groupId: null,
    });
  });

  test('accepts JSON', async () => {
    const response = await world.post('createGroup', {
      headers: { 'content-type': 'application/json', ...bearer() },
      body: JSON.stringify({ groupName: 'Pilots' }),
    });
    expect(await response.json()).toMatchObject({
      result_code: '000',
      result: { groupId: expect.any(Number) },
    });
  });

  test('accepts multipart', async () => {
    const body = new FormData();
    body.set('groupName', 'Tugs');
    const response = await world.post('createGroup', { headers: bearer(), body });
    expect(await response.json()).toMatchObject({
      result_code: '000',
      result: { groupId: expect.any(Number) },
    });
  });

  test('of an unknown operation returns 404 with its error name', async () => {
    const response = await world.post('dropAllTables', { headers: FORM, body: 'a=1' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'operation-unknown' });
  });

  test('with GET returns 404', async () => {
    const response = await fetch(`${world.url}${world.prefix}/queryAllTrackers`);
    expect(response.status).toBe(404);
  });

  test('without a required field is refused, naming the field', async () => {
    const response = await world.post('addTracker', {
      headers: { ...FORM, ...bearer() },
      body: 'trackerName=Gull',
    });
    const parsed = envelope.parse(await response.json());
    expect(parsed.result).toMatchObject({ error: 'field-invalid', details: { field: 'imei' } });
    expect(parsed.result_msg).toContain('imei');
  });

  test('with a field of the wrong type is refused in the language of the caller', async () => {
    const response = await world.post('queryTrackerById', {
      headers: { ...FORM, ...bearer() },
      body: 'trackerId=seven',
    });
    const parsed = envelope.parse(await response.json());
    expect(parsed.result).toMatchObject({ error: 'field-invalid', details: { field: 'trackerId' } });
    expect(parsed.result_msg).toMatch(/^Please submit the correct information again \(trackerId: .*number/);

    const lin = await (await world.account('harbour')).person('lin', { language: 'zh_CN' });
    await expect(lin.call('queryTrackerById', { trackerId: -1 })).rejects.toThrow(
      /^请提交正确的信息（trackerId：/,
    );
  });

  test('with a text of the wrong format describes the format, in both languages', async () => {
    const lin = await (await world.account('harbour')).person('lin', { language: 'zh_CN' });
    const form = { trackerName: 'x', imei: '86 1' };
    await expect(ada.call('addTracker', form)).rejects.toThrow('(imei: only letters, digits and hyphens)');
    await expect(lin.call('addTracker', form)).rejects.toThrow('（imei：只能包含字母、数字和连字符）');
  });

  test.each([
    ['queryTrackerById', { trackerId: 3_000_000_000 }, 'trackerId'],
    ['editGroup', { groupId: 2_147_483_648, groupName: 'x' }, 'groupId'],
    ['createGroup', { groupName: 'Tugs\0' }, 'groupName'],
    ['addTracker', { trackerName: 'x', imei: 'nul-1', note: '\0' }, 'note'],
    [
      'addTracker',
      { trackerName: 'x', imei: 'nul-1', iconDto: { iconUrl: '\0', iconType: 'STANDARD' } },
      'iconDto.iconUrl',
    ],
    ['loadSysConf', { t: '\0' }, 't'],
    ['loginByCodeOrPd', { phone: 'a\0b', pd: '0'.repeat(32) }, 'phone'],
  ] as const)(
    'with a value that the database cannot store is refused, naming the field: %s %j',
    async (name, payload, field) => {
      const refused = { errorName: 'field-invalid', details: { field } };
      await expect(ada.call(name, payload as never)).rejects.toMatchObject(refused);
    },
  );

  test('of a batch with such a row adds the other rows; ids of notices can be long integers', async () => {
    const batch = await ada.call('batchAddTrackers', {
      trackers: ['\0', '👍', 'half \ud83d'].map((trackerName, row) => ({ trackerName, imei: `nul-${row}` })),
    });
    const error = 'field-invalid';
    expect(batch).toMatchObject({
      added: [{ row: 2 }],
      failed: [
        { row: 1, error },
        { row: 3, error },
      ],
    });
    await expect(ada.call('queryMsgById', { messageId: 3_000_000_000 })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
  });

  test('with the uid of another user is refused; the own id or login is accepted', async () => {
    const bob = await (await world.account('harbour')).person('bob');
    await expect(ada.call('queryAllTrackers', { uid: String(bob.userId) })).rejects.toMatchObject({
      errorName: 'uid-not-yours',
    });
    await ada.call('queryAllTrackers', { uid: String(ada.userId) });
    await ada.call('queryAllTrackers', { uid: ada.userId });
    await ada.call('queryAllTrackers', { uid: 'ada' });
  });

  test.each(['{}', '{"toString":1}', '[1]', 'null', 'true'])(
    'with a uid that is neither text nor number is refused, naming the field: %s',
    async (uid) => {
      const headers = { 'content-type': 'application/json', ...bearer() };
      const response = await world.post('queryAllTrackers', { headers, body: `{"uid":${uid}}` });
      const { result } = envelope.parse(await response.json());
      expect(result).toMatchObject({ error: 'field-invalid', details: { field: 'uid' } });
    },
  );
});

describe('a body', () => {
  test('of malformed JSON is refused by name', async () => {
    const headers = { 'content-type': 'application/json', ...bearer() };
    expect(await failureOf(await world.post('createGroup', { headers, body: '{"groupName":' }))).toBe(
      'body-malformed',
    );
    expect(await failureOf(await world.post('createGroup', { headers, body: '[1]' }))).toBe('body-malformed');
    const poisoned = '{"__proto__":{"groupName":"x"}}';
    expect(await failureOf(await world.post('createGroup', { headers, body: poisoned }))).toBe(
      'body-malformed',
    );
  });

  test('of an unsupported type is refused by name', async () => {
    const headers = { 'content-type': 'text/xml', ...bearer() };
    expect(await failureOf(await world.post('createGroup', { headers, body: '<a/>' }))).toBe(
      'body-malformed',
    );
  });

  test('of malformed multipart is refused by name', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', ...bearer() };
    const truncated = '--b\r\ncontent-disposition: form-data; name="groupName"\r\n\r\nTug';
    for (const body of [truncated, 'no boundary at all', '--b\r\n\r\n']) {
      expect(await failureOf(await world.post('createGroup', { headers, body }))).toBe('body-malformed');
    }
    const noBoundary = { 'content-type': 'multipart/form-data', ...bearer() };
    expect(await failureOf(await world.post('createGroup', { headers: noBoundary, body: 'x' }))).toBe(
      'body-malformed',
    );
  });

  test('with an unexpected file is refused, naming the field', async () => {
    const body = new FormData();
    body.set('groupName', new Blob(['x']), 'x.txt');
    expect(await failureOf(await world.post('createGroup', { headers: bearer(), body }))).toBe(
      'field-invalid',
    );
  });

  test('with multipart fields that are too large together returns 413', async () => {
    const body = new FormData();
    for (let part = 0; part < 3; part += 1) body.set(`groupName${part}`, 'x'.repeat(500_000));
    const response = await world.post('createGroup', { headers: bearer(), body });
    expect(response.status).toBe(413);
  });

  test('of 100 MB returns 413 before it is sent', async () => {
    const result = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const outgoing = request(`${world.url}${world.prefix}/createGroup`, {
        method: 'POST',
        headers: { ...FORM, 'content-length': 100 * 1024 * 1024 },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => {
          resolve({ status: response.statusCode, body });
          outgoing.destroy();
        });
      });
      outgoing.write('groupName=');
    });
    expect(result.status).toBe(413);
    expect(JSON.parse(result.body)).toMatchObject({ error: 'body-too-large' });
  });

  test('of 100 MB without a declared length is ended soon after one megabyte', async () => {
    const sent = await new Promise<number>((resolve) => {
      const { hostname, port } = new URL(world.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => resolve(socket.bytesWritten));
      socket.on('close', () => resolve(socket.bytesWritten));
      socket.resume();
      socket.write(
        `POST ${world.prefix}/createGroup HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n` +
          'content-type: application/x-www-form-urlencoded\r\n\r\n',
      );
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
      let left = 1_600;
      const more = (): void => {
        while (left > 0 && !socket.destroyed) {
          left -= 1;
          if (!socket.write(chunk)) {
            socket.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });
});

describe('a page of another site', () => {
  test.each([
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused: %j', async (headers) => {
    // `fetch` does not let a program set these; a socket does.
    const { port } = new URL(world.url);
    const parsed = await new Promise<string>((resolve, reject) => {
      const outgoing = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `${world.prefix}/queryAllTrackers`,
          headers: { ...FORM, cookie: `wakeline_session=${token}`, ...headers } as Record<string, string>,
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(text));
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
    expect(JSON.parse(parsed).result.error).toBe('origin-refused');
  });
});

describe('the server', () => {
  test('serves health, readiness, and the contract as a document and as a page', async () => {
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${world.url}/readyz`)).json()).toMatchObject({ ready: true });
    const document = await (await fetch(`${world.url}${world.prefix}/openapi.json`)).json();
    expect(document).toMatchObject({
      paths: { '/service/getTrackByTime': { post: { operationId: 'getTrackByTime' } } },
    });
    // Operations that return bytes declare this, and that their failures are envelopes.
    const content = {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
    };
    expect(document).toMatchObject({
      paths: { '/service/getTrackColumns': { post: { responses: { 200: { content } } } } },
    });
    const page = await fetch(`${world.url}${world.prefix}/docs`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const text = await page.text();
    expect(text).toContain('batchAddTrackers');
    expect(text).not.toMatch(/src=|@import|https?:\/\//);
  });

  test('forbids caching of responses', async () => {
    const response = await world.post('loadSysConf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
