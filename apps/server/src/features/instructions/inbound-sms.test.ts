import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const SECRET = '5f2b8c1e9d7a4036';
const HOUR = 3_600_000;

/** The gateway accepts every message. */
const gateway = createServer((_, response) => response.end('OK'));
let environment: Record<string, string>;
let world: World;
let account: WorldAccount;
let captain: Person;
let devices = 0;
let trackerId: number;
let phone: string;

beforeAll(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  environment = {
    WAKELINE_SMS_URL: `http://127.0.0.1:${port}/?to={phone}&text={text}`,
    WAKELINE_SMS_INBOUND_SECRET: SECRET,
    WAKELINE_SMS_INBOUND_FIELDS: '{"phone":"mobile","text":"content","id":"msgId"}',
    WAKELINE_SMS_INBOUND_REPLY: '{"code":0}',
  };
  world = await startWorld({ environment });
  account = await world.account('harbour');
  captain = await account.person('captain');
});
afterAll(async () => {
  await world.stop();
  gateway.close();
});
beforeEach(async () => {
  devices += 1;
  phone = String(13_800_138_000 + devices);
  trackerId = await register(captain, phone);
});

async function register(person: Person, iotCard: string): Promise<number> {
  const imei = `8680000000${String(++devices).padStart(5, '0')}`;
  const form = { imei, trackerName: imei, protocol: 'gt06' as const, iotCard };
  return (await person.call('addTracker', form)).trackerId;
}

function deliver(message: object, authorization = `Bearer ${SECRET}`): Promise<Response> {
  return world.post('inbound-sms', {
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
}

const reply = (content: string, msgId: string, mobile = phone) => deliver({ mobile, content, msgId });

async function outcomes(): Promise<Record<string, number>> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  const lines = text.matchAll(/wakeline_inbound_sms_total\{outcome="([\w-]+)"\} (\d+)/g);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

/** What `work` adds to the metric. */
async function counted(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await outcomes();
  await work();
  const after = Object.entries(await outcomes()).map(([name, count]) => [name, count - (before[name] ?? 0)]);
  return Object.fromEntries(after.filter(([, count]) => count !== 0));
}

const instructions = async () => (await captain.call('queryInstructionList', { trackerId })).list;

/** Sends an instruction by text message, and waits until the gateway has accepted it. */
async function send(): Promise<number> {
  const {
    instructionIds: [instructionId = 0],
  } = await captain.call('sendInstruction', {
    trackerIds: [trackerId],
    instruction: 'heartbeat',
    parameters: { interval: 180 },
    channel: 'sms',
  });
  await eventually('the gateway has it', async () => {
    // The delivery looks every five seconds; an event during its work is left to the next look.
    world.clock.advance(5_000);
    const { list } = await captain.call('queryInstructionList', {
      trackerId,
      instructionIds: [instructionId],
    });
    return list.some(({ requestHex }) => requestHex !== null);
  });
  return instructionId;
}

describe('a text message of a device', () => {
  test.each([
    ['OK!', 'succeeded', null],
    ['Error! Parameter\u0000 fault', 'failed', 'rejected'],
  ])('%j ends the instruction: %s', async (content, state, reason) => {
    const instructionId = await send();
    expect(await instructions()).toMatchObject([{ instructionId, state: 'sent' }]);
    const response = await reply(content, `a${devices}`, `+86${phone}`);
    expect([response.status, await response.text()]).toEqual([200, '{"code":0}']);
    const [record] = await instructions();
    expect(record).toMatchObject({ instructionId, state, reason });
    expect(record?.receiptText).toBe(content.replace('\u0000', ' '));
  });

  test('that is delivered twice does not end the next instruction', async () => {
    await send();
    await reply('OK!', `b${devices}`);
    await send();
    expect(await counted(() => reply('OK!', `b${devices}`))).toEqual({ duplicate: 1 });
    expect(await instructions()).toMatchObject([{ state: 'sent' }, { state: 'succeeded' }]);
  });

  test('answers the instructions in their order: one is outstanding', async () => {
    const first = await send();
    const { instructionIds } = await captain.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'locate',
      channel: 'sms',
    });
    world.clock.advance(5_000);
    await reply('OK!', `c${devices}`);
    await eventually('the second one is sent', async () => {
      world.clock.advance(5_000);
      return (await instructions())[0]?.requestHex !== null;
    });
    expect(await instructions()).toMatchObject([
      { instructionId: instructionIds[0], state: 'sent' },
      { instructionId: first, state: 'succeeded' },
    ]);
  });

  test('that never comes fails the instruction; a late one makes it succeed', async () => {
    await send();
    world.clock.advance(HOUR + 5_000);
    await eventually('no receipt', async () => {
      world.clock.advance(5_000);
      return (await instructions())[0]?.reason === 'no-receipt';
    });
    await reply('OK!', `d${devices}`);
    expect(await instructions()).toMatchObject([{ state: 'succeeded', reason: null }]);
  });

  test('of an unknown number is ignored', async () => {
    await send();
    expect(await counted(() => reply('OK!', `e${devices}`, '13900000000'))).toEqual({ 'unknown-number': 1 });
    expect(await counted(() => reply('OK!', `f${devices}`, "' or 1=1"))).toEqual({ 'unknown-number': 1 });
    expect(await instructions()).toMatchObject([{ state: 'sent' }]);
  });

  test('is ignored if a device of another account has the same card number', async () => {
    await send();
    await register(await (await world.account('airfield')).person('pilot'), `+86${phone}`);
    expect(await counted(() => reply('OK!', `g${devices}`))).toEqual({ 'ambiguous-number': 1 });
    expect(await instructions()).toMatchObject([{ state: 'sent', receiptText: null }]);
  });

  test('without an instruction is ignored', async () => {
    expect(await counted(() => reply('OK!', `h${devices}`))).toEqual({ 'no-instruction': 1 });
  });
});

describe('the address', () => {
  test.each(['', 'Bearer wrong', `Bearer ${SECRET}0`, SECRET.slice(1)])(
    'refuses the token %j',
    async (authorization) => {
      await send();
      const message = { mobile: phone, content: 'OK!', msgId: 'x' };
      const work = async () => expect((await deliver(message, authorization)).status).toBe(401);
      expect(await counted(work)).toEqual({ forged: 1 });
      expect(await instructions()).toMatchObject([{ state: 'sent' }]);
    },
  );

  test.each([
    ['no JSON', '{'],
    ['no sender', '{"content":"OK!","msgId":"1"}'],
    ['a text that is an object', '{"mobile":"1","content":{},"msgId":"1"}'],
    ['a text of 1,601 characters', JSON.stringify({ mobile: '1', content: 'x'.repeat(1601), msgId: '1' })],
    ['101 messages', JSON.stringify(Array.from({ length: 101 }, () => ({ mobile: '1', content: 'x' })))],
  ])('refuses %s', async (_, body) => {
    const headers = { authorization: SECRET, 'content-type': 'application/json' };
    expect((await world.post('inbound-sms', { headers, body })).status).toBe(400);
  });

  test('refuses more than 64 KiB', async () => {
    const body = JSON.stringify({ mobile: '1', content: 'x'.repeat(70_000) });
    const headers = { authorization: SECRET, 'content-type': 'application/json' };
    expect((await world.post('inbound-sms', { headers, body })).status).toBe(413);
  });

  test('takes several messages, and a form', async () => {
    await send();
    const list = [
      { mobile: '13900000000', content: 'hello', msgId: `i${devices}` },
      { mobile: Number(phone), content: 'OK!', msgId: devices },
    ];
    expect(await counted(() => deliver(list))).toEqual({ 'unknown-number': 1, receipt: 1 });
    const body = new URLSearchParams({ mobile: phone, content: 'OK!', msgId: `j${devices}` });
    const form = () => world.post('inbound-sms', { headers: { authorization: SECRET }, body });
    expect(await counted(form)).toEqual({ 'no-instruction': 1 });
  });

  test('verifies a signature of the body', async () => {
    const signed = await startWorld({
      sharesDatabaseWith: world,
      environment: {
        ...environment,
        WAKELINE_SMS_INBOUND_AUTH: 'hmac-sha256',
        WAKELINE_SMS_INBOUND_HEADER: 'X-Signature',
      },
    });
    try {
      const body = JSON.stringify({ mobile: '13900000000', content: 'OK!', msgId: 'signed' });
      const hmac = createHmac('sha256', SECRET).update(body);
      const signature = hmac.digest('hex');
      const post = async (given: string, content = body) =>
        (await signed.post('inbound-sms', { headers: { 'x-signature': given }, body: content })).status;
      expect(await post(signature)).toBe(200);
      expect(await post(`sha256=${signature.toUpperCase()}`)).toBe(200);
      expect(await post(Buffer.from(signature, 'hex').toString('base64'))).toBe(200);
      expect(await post(signature, body.replace('OK!', 'No!'))).toBe(401);
      expect(await post(SECRET)).toBe(401);
    } finally {
      await signed.stop();
    }
  });

  test('does not exist without a secret', async () => {
    const without = await startWorld({ sharesDatabaseWith: world });
    try {
      expect((await without.post('inbound-sms', { body: '{}' })).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});
