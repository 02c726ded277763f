import { composeInreachMessage } from '@wakeline/protocols/satellite/inreach/inbound';
import { decodeInreach } from '@wakeline/protocols/satellite/inreach/outbound';
import { afterEach, expect, test } from 'vitest';
import { serveHttp } from './http-peer.ts';
import { type InreachInboundMessage, postInreach, serveInreach } from './inreach-service.ts';

const HOST = '127.0.0.1';
const IMEI = '300434063854220';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test('accepts messages to devices, and refuses others', async () => {
  const messages: InreachInboundMessage[] = [];
  const service = await serveInreach(HOST, {
    imeis: new Set([IMEI]),
    username: 'user',
    password: 'pass',
    onMessage: (message) => messages.push(message),
  });
  closers.push(() => service.close());
  const post = async (path: string, body: string, password = 'pass') => {
    const response = await fetch(`http://${HOST}:${service.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`user:${password}`)}` },
      body,
    });
    return [response.status, await response.json()];
  };
  const message = {
    imeis: [IMEI],
    sender: 'office@example.com',
    time: 1_700_000_000_000,
    text: 'Return to port',
    referencePoint: null,
  };
  const { path, body } = composeInreachMessage(message);
  expect(await post(path, JSON.stringify(body))).toEqual([200, { count: 1 }]);
  expect(messages).toEqual([{ imei: IMEI, sender: 'office@example.com', text: 'Return to port' }]);
  expect((await post(path, JSON.stringify(body), 'wrong'))[0]).toBe(403);
  expect((await post(path, '{}'))[0]).toBe(400);
  expect((await post(path, JSON.stringify({ Messages: [{ Recipients: [IMEI] }] })))[0]).toBe(400);
  expect((await post('/other', '{}'))[0]).toBe(404);
  const unknown = composeInreachMessage({ ...message, imeis: ['300434063854221'] });
  expect((await post(path, JSON.stringify(unknown.body)))[0]).toBe(422);
  expect(messages.length).toBe(1);
});

test('posts events of devices', async () => {
  const bodies: unknown[] = [];
  const server = await serveHttp(HOST, ({ body, authorization }) => {
    bodies.push([authorization, decodeInreach(JSON.parse(body))]);
    return { status: 200, body: {} };
  });
  closers.push(() => server.close());
  const event = {
    imei: IMEI,
    messageCode: 3,
    freeText: 'In port',
    timeStamp: 1_700_000_000_000,
    latitude: 36.1,
    longitude: 120.3,
    isBatteryLow: false,
  };
  const url = `http://${HOST}:${server.port}/inreach`;
  expect(await postInreach(url, [event], { authorization: 'Bearer secret' })).toBe(200);
  expect(bodies).toMatchObject([
    [
      'Bearer secret',
      {
        events: [{ imei: IMEI, code: 'free-text', text: 'In port', point: { latitude: 36.1 } }],
        invalidCount: 0,
      },
    ],
  ]);
});
