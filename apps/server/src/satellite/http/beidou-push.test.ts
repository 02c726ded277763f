import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const SECRET = '5f2b8c1e9d7a4036';
const OWN_CARD = '0524069';

interface Sent {
  readonly card: string;
  readonly content: string;
  readonly coding: string;
  readonly id: string;
}

let world: World;
let ada: Person;
let count = 0;
let card = '';
let bdUserId = 0;
const sent: Sent[] = [];
let reply = { status: 200, body: '{"code":0}' };

const platform = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  sent.push(JSON.parse(Buffer.concat(chunks).toString()));
  response.writeHead(reply.status).end(reply.body);
});

beforeAll(async () => {
  await once(platform.listen(0, '127.0.0.1'), 'listening');
  world = await startWorld({
    environment: {
      WAKELINE_BEIDOU_OPERATOR_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}/send`,
      WAKELINE_BEIDOU_OPERATOR_HEADERS: '{"content-type":"application/json"}',
      WAKELINE_BEIDOU_OPERATOR_BODY:
        '{"card":"{card}","content":"{content}","coding":"{coding}","id":"{id}"}',
      WAKELINE_BEIDOU_OPERATOR_SUCCESS: '"code":0',
      WAKELINE_BEIDOU_PUSH_SECRET: SECRET,
      WAKELINE_BEIDOU_PUSH_NETWORKS: '127.0.0.1',
      WAKELINE_BEIDOU_PUSH_CARD: OWN_CARD,
      WAKELINE_TRUST_PROXY: 'yes',
    },
  });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(async () => {
  await world.stop();
  platform.close();
});
beforeEach(async () => {
  count += 1;
  sent.length = 0;
  reply = { status: 200, body: '{"code":0}' };
  card = String(2_095_700 + count);
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: `G${card}`, cardNumber: card, network: 'beidou', password: 'abc123' }],
  });
  bdUserId = bdUserIds[0] ?? 0;
});

interface Signing {
  readonly time?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function push(
  body: string | object,
  { time, secret = SECRET, headers }: Signing = {},
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = time ?? String(Math.floor(world.clock.now() / 1_000));
  const response = await fetch(`${world.url}/service/satellite/beidou-push`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex'),
      ...headers,
    },
    body: text,
  });
  return response.status;
}

/** 已到港 in mixed coding: the example of docs/protocols/beidou.md. */
const message = (time: number, msgContent = 'A4D2D1B5BDB8DB', destAddr = OWN_CARD) => ({
  communicationList: [{ sourceAddr: card, destAddr, msgContent, time }],
});
const record = async () => (await ada.call('queryHistoryEobBdMsgs', { bdUserId })).list;
const read = (messageId: number) => ada.call('queryEobBdMsgSteps', { messageId });

async function send(content: string): Promise<number> {
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content });
  return messages[0]?.messageId ?? 0;
}

const reaches = (messageId: number, state: string) =>
  eventually(`${messageId} is ${state}`, async () => {
    const result = await read(messageId);
    return result.message.state === state ? result : null;
  });

test('stores messages and positions of a push once', async () => {
  const time = world.clock.now() - 60_000;
  const items = {
    ...message(time),
    positionList: [
      { userAddr: Number(card), latitude: 22.25, longitude: 113.5, high: 35, dtHigh: 2, time: time + 1 },
    ],
  };
  expect(await push(items)).toBe(200);
  expect(await push(items)).toBe(200);
  const list = await record();
  expect(list).toHaveLength(2);
  expect(list).toContainEqual(
    expect.objectContaining({
      type: 'terminal-to-system',
      content: '已到港',
      writtenTime: time,
      receivedBy: 'beidou-operator',
    }),
  );
  expect(list).toContainEqual(
    expect.objectContaining({ place: { latitude: 22.25, longitude: 113.5, altitude: 35, time: time + 1 } }),
  );
});

test.each([
  // 12 as GBK, by Python: '12'.encode('gbk').hex()
  ['GBK without a mark', '3132', '12'],
  ['a text with the header of a maker', '90000000000065C1FAF4B2E2CAD4', '测试'],
  ['binary content', 'A701FF', 'A701FF'],
])('reads %s', async (_what, content, text) => {
  expect(await push(message(world.clock.now(), content))).toBe(200);
  expect(await record()).toMatchObject([{ content: text }]);
});

test('stores what a terminal sent to another card as sent', async () => {
  expect(await push(message(world.clock.now(), '3132', '2095999'))).toBe(200);
  expect(await record()).toMatchObject([
    { type: 'terminal-to-terminal', receiver: '2095999', content: '12' },
  ]);
  expect(sent).toEqual([]);
});

test('confirms messages of unknown cards, which the platform would repeat', async () => {
  card = '2095998';
  expect(await push(message(world.clock.now()))).toBe(200);
  expect(await record()).toEqual([]);
});

test.each<[string, number, () => Promise<number>]>([
  ['a wrong signature', 401, () => push(message(world.clock.now()), { secret: 'another secret 1' })],
  ['no signature', 401, () => push(message(world.clock.now()), { headers: { 'x-signature': '' } })],
  [
    'another time than the signed one',
    401,
    () => push(message(1), { headers: { 'x-timestamp': String(Math.floor(world.clock.now() / 1_000) + 1) } }),
  ],
  [
    'a push that was signed more than 5 minutes ago',
    401,
    () => push(message(world.clock.now()), { time: String(world.clock.now() - 300_001) }),
  ],
  [
    'a sender that is not of the platform',
    403,
    () => push(message(world.clock.now()), { headers: { 'x-forwarded-for': '192.0.2.1' } }),
  ],
  ['what is no JSON', 400, () => push('communicationList')],
  ['content that is not hexadecimal', 400, () => push(message(world.clock.now(), '已到港'))],
  ['a time in seconds', 400, () => push(message(Math.floor(world.clock.now() / 1_000)))],
  ['more than 1 MiB', 413, () => push(' '.repeat(1_048_577))],
])('refuses %s', async (_what, status, request) => {
  expect(await request()).toBe(status);
  expect(await record()).toEqual([]);
});

test('accepts a push until 5 minutes after it was signed', async () => {
  expect(await push(message(world.clock.now()), { time: String(world.clock.now() - 300_000) })).toBe(200);
  expect(await record()).toHaveLength(1);
});

test('sends a message, and proves its states by receipts, whatever their order', async () => {
  const messageId = await send('已到港');
  const { parts } = await reaches(messageId, 'accepted');
  // GB 2312, by Python: '已到港'.encode('gb2312').hex()
  expect(sent).toEqual([{ card, content: 'D2D1B5BDB8DB', coding: '0', id: parts[0]?.providerId }]);
  expect(sent[0]?.id).toMatch(/^[0-9a-f]{24}$/);
  const receipt = (flag: number) => ({
    receiptList: [
      { dataId: sent[0]?.id, sourceAddr: OWN_CARD, destAddr: card, flag, time: world.clock.now() },
    ],
  });
  expect(await push(receipt(1))).toBe(200);
  expect((await read(messageId)).steps.at(-1)).toMatchObject({ state: 'sent', evidence: 'operator-receipt' });
  expect(await push(receipt(2))).toBe(200);
  expect((await read(messageId)).steps.at(-1)).toMatchObject({ state: 'delivered', evidence: 'receipt' });
  world.clock.advance(60_000);
  expect(await push(receipt(1))).toBe(200);
  expect((await read(messageId)).message.state).toBe('delivered');
});

test('refuses a text with characters that GBK lacks, and names them', async () => {
  await expect(send('已到港 😀 ඖ 😀')).rejects.toMatchObject({
    errorName: 'satellite-characters-missing',
    details: { characters: '😀ඖ' },
  });
  expect(await record()).toEqual([]);
  await reaches(await send('已到港 →'), 'accepted');
});

test.each([
  [400, '', 'failed', 'gateway-refused'],
  [200, '{"code":7}', 'failed', 'gateway-refused'],
  [500, '', 'failed', 'unknown-arrival'],
  [503, '', 'waiting', 'busy'],
  [401, '', 'waiting', 'offline'],
])('names the response %i %s of the platform', async (status, body, state, reason) => {
  reply = { status, body };
  const messageId = await send('1');
  await eventually(`the message is ${reason}`, async () => (await read(messageId)).message.reason === reason);
  const { message: ended, steps } = await read(messageId);
  expect(ended.state).toBe(state);
  expect(steps.at(-1)?.detail).toContain(String(status));
});
