import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOST = '127.0.0.1';
const SECRET = '5f2b8c1e9d7a4036';
/** `printf office:s3cret | base64` */
const AUTHORIZATION = 'Basic b2ZmaWNlOnMzY3JldA==';

/** Requests to Garmin's service, and its response. */
const requests: { readonly url: string; readonly authorization: string; readonly body: string }[] = [];
let response: { status: number; body: string } | null;
let service: Server;
let world: World;
let ada: Person;
let count = 0;
let imei = '';
let bdUserId = 0;

beforeAll(async () => {
  service = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { url = '', headers, socket } = request;
    requests.push({ url, authorization: headers.authorization ?? '', body });
    if (response === null) socket.destroy();
    else reply.writeHead(response.status).end(response.body);
  }).listen(0, HOST);
  await once(service, 'listening');
  world = await startWorld({
    environment: {
      WAKELINE_INREACH_URL: `http://${HOST}:${(service.address() as AddressInfo).port}`,
      WAKELINE_INREACH_USER: 'office',
      WAKELINE_INREACH_PASSWORD: 's3cret',
      WAKELINE_INREACH_SENDER: 'office@harbour.example',
      WAKELINE_INREACH_PUSH_SECRET: SECRET,
      WAKELINE_INREACH_PUSH_NETWORKS: '127.0.0.0/8',
    },
  });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(async () => {
  await world.stop();
  service.close();
});
beforeEach(async () => {
  count += 1;
  response = { status: 200, body: '{"count":1}' };
  imei = `30043400${String(count).padStart(6, '0')}0`;
  const form = {
    bdUserName: `Hiker${count}`,
    cardNumber: imei,
    network: 'inreach' as const,
    password: 'abc123',
  };
  const { bdUserIds } = await ada.call('createBdUsers', { bdUsers: [form] });
  bdUserId = bdUserIds[0] ?? 0;
});

const TIME = Date.UTC(2026, 5, 1, 11);
const POINT = { latitude: 36.05, longitude: 120.3, altitude: 20, gpsFix: 2, course: 90, speed: 5 };
const event = (messageCode: number, details: object = {}) => ({
  imei,
  messageCode,
  freeText: '',
  timeStamp: TIME,
  addresses: [],
  point: POINT,
  status: { autonomous: 0, lowBattery: 0, intervalChange: 0, resetDetected: 0 },
  ...details,
});
const post = async (body: unknown, token = SECRET) => {
  const headers = { 'x-outbound-auth-token': token, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await world.post('satellite/inreach', { headers, body: text })).status;
};
const postEvents = (...events: readonly object[]) => post({ Version: '2.0', Events: events });
const record = async () => (await ada.call('queryHistoryEobBdMsgs', { bdUserId })).list;
const read = (messageId: number) => ada.call('queryEobBdMsgSteps', { messageId });
async function send(content: string): Promise<number> {
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content });
  return messages[0]?.messageId ?? 0;
}
const reaches = (messageId: number, state: string) =>
  eventually(`message ${messageId} is ${state}`, async () => {
    const result = await read(messageId);
    return result.message.state === state ? result : null;
  });

describe('events of inReach devices', () => {
  test('are stored once, with their point', async () => {
    const message = event(3, { freeText: 'In port' });
    expect(await postEvents(message)).toBe(200);
    expect(await postEvents(message, message)).toBe(200);
    expect(await record()).toMatchObject([
      {
        content: 'In port',
        receivedBy: 'inreach',
        writtenTime: TIME,
        place: { latitude: 36.05, longitude: 120.3 },
      },
    ]);
  });

  test.each([
    [4, 'SOS declared 发出求救'],
    [6, 'SOS confirmed 求救已确认'],
    [7, 'SOS cancelled 求救已取消'],
  ])('have a text if they are about an SOS: code %i', async (code, text) => {
    await postEvents(event(code), event(code, { timeStamp: TIME + 1, freeText: 'fell' }));
    expect((await record()).map(({ content }) => content).toSorted()).toEqual([text, `${text}: fell`]);
  });

  test('store positions without a text, but not the point of a reference point', async () => {
    await postEvents(event(0), event(8, { freeText: 'Meet here' }));
    const list = await record();
    expect(list.find(({ content }) => content === '')?.place).toMatchObject({ latitude: 36.05 });
    expect(list.find(({ content }) => content === 'Meet here')).toMatchObject({ place: null });
    expect(list.length).toBe(2);
  });

  test('store nothing of pingbacks, mail checks without a fix, and unknown devices', async () => {
    await postEvents(
      event(65),
      event(20, { point: { ...POINT, gpsFix: 0 } }),
      event(3, { imei: '300434009999990', freeText: 'x' }),
      { messageCode: 3 },
    );
    expect(await record()).toEqual([]);
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    for (const outcome of ['ignored', 'unknown-terminal', 'invalid-event'])
      expect(metrics).toMatch(
        new RegExp(`wakeline_satellite_received_total\\{edge="inreach",outcome="${outcome}"\\} [12]`),
      );
  });

  test('are refused: a wrong token, malformed, too large', async () => {
    expect(await post({ Events: [event(3, { freeText: 'x' })] }, '5f2b8c1e9d7a4037')).toBe(401);
    expect(await post('{')).toBe(400);
    expect(await post({ Events: 1 })).toBe(400);
    expect(await post({ Events: Array.from({ length: 1_001 }, () => ({})) })).toBe(400);
    expect(await post(' '.repeat(1_048_577))).toBe(413);
    expect(await record()).toEqual([]);
  });
});

describe('messages to an inReach device', () => {
  test('are sent one request a transmission, with the sender and the credentials', async () => {
    const { message, steps } = await reaches(await send(`${'a'.repeat(160)}b`), 'accepted');
    expect(message.parts).toBe(2);
    expect(steps.at(-1)?.detail).toBe('200 {"count":1}');
    const [first, second] = requests.slice(-2);
    expect(first).toMatchObject({
      url: '/IPCInbound/V1/Messaging.svc/Message',
      authorization: AUTHORIZATION,
    });
    expect([first, second].map((request) => JSON.parse(request?.body ?? '').Messages)).toMatchObject([
      [{ Recipients: [imei], Sender: 'office@harbour.example', Message: 'a'.repeat(160) }],
      [{ Recipients: [imei], Message: 'b' }],
    ]);
  });

  test.each([
    [422, 'unknown-receiver'],
    [400, 'gateway-refused'],
    [500, 'unknown-arrival'],
  ])('fail if the service responds %i', async (status, reason) => {
    response = { status, body: '{"Message":"no"}' };
    const { message, steps } = await reaches(await send('x'), 'failed');
    expect(message.reason).toBe(reason);
    expect(steps.at(-1)?.detail).toBe(`${status} {"Message":"no"}`);
  });

  test.each([
    [429, 'busy'],
    [503, 'busy'],
    [403, 'offline'],
  ])('wait if the service responds %i', async (status, reason) => {
    response = { status, body: '' };
    const messageId = await send('x');
    await eventually('it waits', async () => (await read(messageId)).message.reason === reason);
    response = { status: 200, body: '' };
    world.clock.advance(15_000);
    await reaches(messageId, 'accepted');
  });

  test('are not repeated if the service closes the connection', async () => {
    response = null;
    const before = requests.length;
    const { message } = await reaches(await send('x'), 'failed');
    expect(message.reason).toBe('unknown-arrival');
    expect(requests.length).toBe(before + 1);
  });
});
