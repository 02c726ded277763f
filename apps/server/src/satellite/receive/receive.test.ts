import { ALL_MESSAGE_GATEWAYS, type MessageGateway } from '@wakeline/domain/satellite/networks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { type PeerMessage, receiveFromPeer } from './receive-from-peer.ts';
import { receiveFromTerminal } from './receive-from-terminal.ts';
import type { TerminalMessage } from './terminal-message.ts';

const ALL: ReadonlySet<MessageGateway> = new Set(ALL_MESSAGE_GATEWAYS);
const HOUR = 3_600_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;
let card = '';
let bdUserId = 0;
let trackerId = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
  trackerId = await account.tracker(`boat-${count}`, `Boat ${count}`);
  card = cardOf(count);
  bdUserId = await terminal({ cardNumber: card, trackerId });
});

/** Later than the clock of the queue: what is stored is not sent yet. */
const received = () => world.clock.now() + HOUR;
const cardOf = (number: number) => String(4_207_000 + number);

async function terminal(form: object): Promise<number> {
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [
      { bdUserName: `Gull${count}`, cardNumber: card, network: 'beidou', password: 'abc123', ...form },
    ],
  });
  return bdUserIds[0] ?? 0;
}

function written(text: string | null, details: Partial<TerminalMessage> = {}): TerminalMessage {
  return {
    network: 'beidou',
    cardNumber: card,
    key: `${card} ${text} ${Math.random()}`,
    gateway: 'beidou-machine',
    text,
    raw: Buffer.from(text ?? ''),
    receivedAt: received(),
    writtenAt: null,
    position: null,
    estimate: null,
    receiverCard: null,
    ...details,
  };
}

const receive = (message: TerminalMessage, gateways = ALL) =>
  world.database.db.transaction().execute((tx) => receiveFromTerminal(tx, gateways, message));

const receivePeer = (message: Partial<PeerMessage>, gateways = ALL) =>
  world.database.db.transaction().execute((tx) =>
    receiveFromPeer(tx, gateways, {
      kind: 'phone',
      address: '13800138000',
      key: String(Math.random()),
      raw: null,
      text: 'All well?',
      receivedAt: received(),
      replyToken: null,
      card: null,
      ...message,
    }),
  );

async function contact(kind: 'phone' | 'email' | 'wechat', address: string, number: number | null = null) {
  await world.database.db
    .insertInto('satellite_contact')
    .values({
      account_id: account.accountId,
      number,
      name: 'Duty desk',
      kind,
      address,
      created_at: new Date(world.clock.now()),
    })
    .execute();
}

const record = async (person = ada) => (await person.call('queryHistoryEobBdMsgs', {})).list;
const partsOf = async (messageId: number) => (await ada.call('queryEobBdMsgSteps', { messageId })).parts;

test('stores a message to the system once, with its bytes and a notice of the device', async () => {
  const message = written('已到港', { writtenAt: world.clock.now() - 60_000 });
  expect(await receive(message)).toBe('stored');
  expect(await receive(message)).toBe('duplicate');
  expect(await record()).toMatchObject([
    {
      type: 'terminal-to-system',
      state: 'received',
      sender: card,
      content: '已到港',
      receivedBy: 'beidou-machine',
      writtenTime: world.clock.now() - 60_000,
      parts: 0,
      bdUserId,
    },
  ]);
  const { raw } = await world.database.db
    .selectFrom('satellite_message')
    .where('received_key', '=', message.key)
    .select('raw')
    .executeTakeFirstOrThrow();
  expect(raw?.toString()).toBe('已到港');
  const { list } = await ada.call('queryAllNotices', {});
  expect(list).toMatchObject([
    { msgType: 'BDNOTICE', trackerId, content: `Boat ${count} wrote: 已到港`, location: null },
  ]);
  expect(list[0]?.satelliteMessageId).toBe((await record())[0]?.messageId);
});

test('refuses an unknown terminal, and a card of the same number in another network', async () => {
  expect(await receive(written('x', { cardNumber: '4299999' }))).toBe('unknown-terminal');
  expect(await receive(written('x', { network: 'iridium' }))).toBe('unknown-terminal');
  expect(await record()).toEqual([]);
});

test.each([
  ['13800138000 In port', 'terminal-to-phone', '13800138000', 'sms'],
  ['duty@harbour.example In port', 'terminal-to-email', 'duty@harbour.example', 'email'],
  ['7 In port', 'terminal-to-email', 'desk@harbour.example', 'email'],
  ['wb In port', 'terminal-to-weibo', '', 'weibo'],
] as const)('sends on %s', async (text, type, receiver, gateway) => {
  await contact('email', 'desk@harbour.example', 7);
  await receive(written(text));
  const [message] = await record();
  expect(message).toMatchObject({ type, receiver, content: 'In port', state: 'waiting', parts: 0 });
  expect(await partsOf(message?.messageId ?? 0)).toMatchObject([{ gateway, receiver, text: 'In port' }]);
});

test('fails a message to somebody whom nothing configured reaches', async () => {
  await receive(written('13800138000 In port'), new Set());
  expect(await record()).toMatchObject([{ state: 'failed', reason: 'no-gateway' }]);
});

test('sends a WeChat message to each bound user, and fails it without one', async () => {
  await receive(written('wx first'));
  expect(await record()).toMatchObject([{ state: 'failed', reason: 'not-allowed' }]);
  await contact('wechat', 'oLin');
  await contact('wechat', 'oMei');
  await receive(written('wx second'));
  const message = (await record()).find(({ content }) => content === 'second');
  expect(message).toMatchObject({ type: 'terminal-to-wechat', state: 'waiting' });
  expect((await partsOf(message?.messageId ?? 0)).map(({ receiver }) => receiver)).toEqual(['oLin', 'oMei']);
});

test('keeps a question to the weather helper for its worker', async () => {
  await receive(written('tq'));
  expect(await record()).toMatchObject([{ type: 'terminal-to-weather', state: 'received', content: '' }]);
  const { reply_due_at } = await world.database.db
    .selectFrom('satellite_message')
    .where('account_id', '=', account.accountId)
    .select('reply_due_at')
    .executeTakeFirstOrThrow();
  expect(reply_due_at?.getTime()).toBe(received());
});

describe('terminal to terminal', () => {
  test('through the platform, with its cost units', async () => {
    await terminal({ cardNumber: '4300001', bdUserName: 'Tern' });
    await receive(written('#4300001 meet at 8'));
    const [message] = await record();
    expect(message).toMatchObject({
      type: 'terminal-to-terminal',
      receiver: '4300001',
      state: 'waiting',
      parts: 1,
    });
    expect(await partsOf(message?.messageId ?? 0)).toMatchObject([
      { receiver: '4300001', text: 'meet at 8' },
    ]);
    await ada.call('deleteBdUser', {
      bdUserId: (await ada.call('queryBdUsers', { keywords: '4300001' })).list[0]?.bdUserId ?? 0,
    });
  });

  test.each([
    ['a character that GBK lacks', '😀', 'not-encodable'],
    ['more than ten transmissions', '字'.repeat(1_000), 'too-long'],
  ])('not with %s', async (_what, text, reason) => {
    await receive(written(`#${card} ${text}`));
    expect(await record()).toMatchObject([{ type: 'terminal-to-terminal', state: 'failed', reason }]);
  });

  test('by radio, with nothing left to send', async () => {
    await receive(written('meet at 8', { receiverCard: '4300002' }));
    const [message] = await record();
    expect(message).toMatchObject({ type: 'terminal-to-terminal', receiver: '4300002', state: 'received' });
    expect(await partsOf(message?.messageId ?? 0)).toEqual([]);
  });

  test('only within the account', async () => {
    const otherUser = await (await world.account('other harbour')).person('other user');
    const { list } = await otherUser.call('queryBdUsers', { keywords: '4300003' });
    if (list.length === 0)
      await otherUser.call('createBdUsers', {
        bdUsers: [{ bdUserName: 'Strange', cardNumber: '4300003', network: 'beidou', password: 'abc123' }],
      });
    await receive(written('#4300003 hello'));
    expect(await record()).toMatchObject([{ state: 'failed', reason: 'unknown-receiver' }]);
  });

  test('stops two terminals that answer each other after 30 messages an hour', async () => {
    await terminal({ cardNumber: '4300004', bdUserName: 'Tern' });
    for (let index = 1; index <= 31; index += 1) await receive(written(`#4300004 answer ${index}`));
    const list = await record();
    expect(list.filter(({ state }) => state === 'waiting').length).toBe(30);
    expect(list[0]).toMatchObject({ content: 'answer 31', state: 'failed', reason: 'loop' });
    await ada.call('deleteBdUser', {
      bdUserId: (await ada.call('queryBdUsers', { keywords: '4300004' })).list[0]?.bdUserId ?? 0,
    });
  });
});

describe('positions', () => {
  const position = { latitude: 22.25, longitude: 113.5, altitude: 35, time: null, speed: null, course: null };

  test('become reports of the device, once', async () => {
    const message = written(null, { position: { ...position, time: world.clock.now() - 30_000 } });
    await receive(message);
    const state = await eventually('the position is stored', () =>
      world.database.db
        .selectFrom('tracker_state')
        .where('tracker_id', '=', trackerId)
        .select(['latitude', 'longitude', 'fix_time'])
        .where('latitude', 'is not', null)
        .executeTakeFirst(),
    );
    expect(state).toEqual({ latitude: 22.25, longitude: 113.5, fix_time: world.clock.now() - 30_000 });
    await eventually('the message says so', async () => {
      const { position_state } = await world.database.db
        .selectFrom('satellite_message')
        .where('account_id', '=', account.accountId)
        .select('position_state')
        .executeTakeFirstOrThrow();
      return position_state === 'stored';
    });
    expect(await receive(message)).toBe('duplicate');
    expect(await record()).toMatchObject([
      { content: '', type: 'terminal-to-system', place: { latitude: 22.25, longitude: 113.5, altitude: 35 } },
    ]);
  });

  test('of the network are estimates, never reports', async () => {
    await receive(written('x', { estimate: { latitude: 22, longitude: 113, radius: 8 } }));
    expect(await record()).toMatchObject([
      { place: null, estimate: { latitude: 22, longitude: 113, radius: 8 } },
    ]);
    const { position_state } = await world.database.db
      .selectFrom('satellite_message')
      .where('account_id', '=', account.accountId)
      .select('position_state')
      .executeTakeFirstOrThrow();
    expect(position_state).toBeNull();
  });
});

describe('messages of people', () => {
  test('are refused from somebody who is no contact of the account', async () => {
    await receive(written('13800138000 In port'));
    expect(await receivePeer({})).toEqual({ outcome: 'not-allowed' });
    await contact('phone', '13900139000');
    expect(await receivePeer({ text: `${card} hello` })).toEqual({ outcome: 'not-allowed' });
  });

  test('go to the terminal that last wrote to the phone, for 7 days', async () => {
    const phone = `1380000${String(count).padStart(4, '0')}`;
    await contact('phone', phone);
    expect(await receivePeer({ address: phone })).toEqual({ outcome: 'no-terminal' });
    await receive(written(`${phone} In port`));
    const [first] = await record();
    const replied = { address: phone, receivedAt: received() + 7 * 24 * HOUR };
    expect(await receivePeer({ ...replied, receivedAt: replied.receivedAt - 1 })).toMatchObject({
      outcome: 'stored',
    });
    expect((await record())[0]).toMatchObject({
      type: 'phone-to-terminal',
      sender: phone,
      receiver: card,
      content: 'All well?',
      state: 'waiting',
      parts: 1,
      replyTo: first?.messageId,
      receivedBy: 'sms',
    });
    expect(await receivePeer(replied)).toEqual({ outcome: 'no-terminal' });
  });

  test('are stored once', async () => {
    await contact('wechat', `oLin${count}`);
    const message = {
      kind: 'wechat',
      address: `oLin${count}`,
      key: `wechat ${count}`,
      text: `${card} hello`,
    } as const;
    expect(await receivePeer(message)).toMatchObject({ outcome: 'stored' });
    expect(await receivePeer(message)).toEqual({ outcome: 'duplicate' });
    expect((await record()).length).toBe(1);
  });

  test('go to the terminal to whose e-mail they reply', async () => {
    await contact('email', 'duty@harbour.example');
    await receive(written('duty@harbour.example In port'));
    const { reply_token } = await world.database.db
      .selectFrom('satellite_message')
      .where('account_id', '=', account.accountId)
      .select('reply_token')
      .executeTakeFirstOrThrow();
    const reply = { kind: 'email', address: 'duty@harbour.example', text: 'Well done' } as const;
    expect(await receivePeer({ ...reply, replyToken: reply_token })).toMatchObject({ outcome: 'stored' });
    expect((await record())[0]).toMatchObject({
      type: 'email-to-terminal',
      content: 'Well done',
      receiver: card,
    });
    expect(await receivePeer({ ...reply, replyToken: 'guessed' })).toEqual({ outcome: 'unknown-terminal' });
    expect(await receivePeer(reply)).toEqual({ outcome: 'no-terminal' });
  });

  test.each([
    ['4299999 hello', { outcome: 'unknown-terminal' }],
    ['😀', { outcome: 'not-encodable' }],
    ['   ', { outcome: 'empty' }],
    ['字'.repeat(1_000), { outcome: 'too-long' }],
  ])('are refused: %s', async (text, outcome) => {
    const address = `oRefused${count}`;
    await contact('wechat', address);
    await receive(written('wx hello'));
    expect(await receivePeer({ kind: 'wechat', address, text })).toEqual(outcome);
  });

  test('are refused after 30 in an hour', async () => {
    const address = `oMany${count}`;
    await contact('wechat', address);
    const send = (index: number) => receivePeer({ kind: 'wechat', address, text: `${card} hello ${index}` });
    for (let index = 1; index <= 30; index += 1)
      expect(await send(index)).toMatchObject({ outcome: 'stored' });
    expect(await send(31)).toEqual({ outcome: 'too-many' });
  });
});
