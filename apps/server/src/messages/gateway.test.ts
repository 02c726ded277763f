import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGatewaySender } from './gateway.ts';
import type { GatewayTemplate } from './gateway-template.ts';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const MESSAGE = { recipient: '13800138000', text: '【"A" & b】您的验证码是123456', code: '123456' };

let server: ReturnType<typeof createServer>;
let base: string;
let received: ReceivedRequest[];
let reply: { status: number; body: string } | 'never';

beforeEach(async () => {
  received = [];
  reply = { status: 200, body: 'OK' };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    if (reply === 'never') return;
    response.writeHead(reply.status, { location: '/elsewhere' }).end(reply.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function gateway(fields: Partial<GatewayTemplate> = {}): GatewayTemplate {
  return {
    url: `${base}/send?to={phone}&text={text}`,
    method: 'POST',
    headers: {},
    body: null,
    success: null,
    ...fields,
  };
}

describe('encodes a message for its context', () => {
  test('in a URL', async () => {
    await createGatewaySender(gateway({ method: 'GET' })).send(MESSAGE);
    // RFC 3986: UTF-8 octets, percent-encoded.
    expect(received).toMatchObject([
      {
        method: 'GET',
        url: '/send?to=13800138000&text=%E3%80%90%22A%22%20%26%20b%E3%80%91%E6%82%A8%E7%9A%84%E9%AA%8C%E8%AF%81%E7%A0%81%E6%98%AF123456',
      },
    ]);
  });

  test('in JSON', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
    const body = '{"to": ["+86{phone}"], "message": "{text}", "params": {"code": "{code}"}}';
    await createGatewaySender(gateway({ url: base, method: 'PUT', headers, body })).send(MESSAGE);
    const [request] = received;
    expect(request).toMatchObject({ method: 'PUT', headers });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      to: ['+8613800138000'],
      message: MESSAGE.text,
      params: { code: '123456' },
    });
  });

  test('in a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await createGatewaySender(gateway({ url: base, headers, body: 'mobile={phone}&content={text}' })).send(
      MESSAGE,
    );
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      mobile: MESSAGE.recipient,
      content: MESSAGE.text,
    });
  });

  test('in plain text, leaving placeholders inside values unchanged', async () => {
    const body = '{phone} {text}';
    const text = 'for {code} and $& too';
    await createGatewaySender(gateway({ url: base, body })).send({ ...MESSAGE, text });
    expect(received[0]?.body).toBe(`13800138000 ${text}`);
  });
});

describe('detects success and failure of the gateway', () => {
  test('by its status', async () => {
    for (const status of [400, 401, 302, 500]) {
      reply = { status, body: 'no credit for 123456' };
      await expect(createGatewaySender(gateway()).send(MESSAGE)).rejects.toThrow(
        `the SMS gateway responded ${status}: no credit for ******`,
      );
    }
    // Redirects are not followed: they would send the message to an unconfigured address.
    expect(received).toHaveLength(4);
  });

  test('by a text in its response', async () => {
    const { send } = createGatewaySender(gateway({ success: '"code":0' }));
    reply = { status: 200, body: '{"code":0}' };
    await send(MESSAGE);
    reply = { status: 200, body: '{"code":17}' };
    await expect(send(MESSAGE)).rejects.toThrow('responded 200: {"code":17}');
  });

  test('by a timeout', async () => {
    reply = 'never';
    await expect(createGatewaySender(gateway(), 50).send(MESSAGE)).rejects.toThrow(
      'cannot be reached: TimeoutError',
    );
  });

  test('by a connection error, without revealing the URL, which can contain a key', async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    const failure = await createGatewaySender(gateway({ url: `${base}/{phone}/{text}?key=secret` }))
      .send(MESSAGE)
      .catch((error: unknown) => error);
    expect(String(failure)).toBe('GatewayError: the SMS gateway cannot be reached: ECONNREFUSED');
    expect(failure).not.toHaveProperty('cause');
  });
});

test('sends only the code to a gateway that adds its own text', async () => {
  await createGatewaySender(gateway({ url: `${base}/?to={phone}&code={code}` })).send(MESSAGE);
  expect(received).toMatchObject([{ url: '/?to=13800138000&code=123456' }]);
});
