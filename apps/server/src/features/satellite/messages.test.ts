import { TERMINAL_GATEWAYS } from '@wakeline/domain/satellite/networks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { dropOldSatelliteMessages } from '../../satellite/retention.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let outsider: Person;
let count = 0;
let terminals = 0;

beforeAll(async () => {
  // Nothing listens on port 9: all messages wait.
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9',
      WAKELINE_SMTP_FROM: 'wakeline@harbour.example',
      WAKELINE_IRIDIUM_EMAIL: 'data@iridium.example',
    },
  });
  outsider = await (await world.account('outside')).person('outsider');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

async function terminal(form: object = {}): Promise<number> {
  terminals += 1;
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [
      {
        bdUserName: `Buoy${terminals}`,
        cardNumber: `30023400${String(terminals).padStart(7, '0')}`,
        network: 'iridium',
        password: 'abc123',
        ...form,
      },
    ],
  });
  return bdUserIds[0] ?? 0;
}

async function send(bdUserId: number, content: string, options: object = {}): Promise<number> {
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content, ...options });
  return messages[0]?.messageId ?? 0;
}

const steps = (messageId: number, person = ada) => person.call('queryEobBdMsgSteps', { messageId });

/** As if a gateway had ended it. */
async function end(messageId: number, state: string): Promise<void> {
  const { db } = world.database;
  await sql`update satellite_part set state = ${state}, next_at = null where message_id = ${messageId}`.execute(
    db,
  );
  await sql`update satellite_message set state = ${state} where message_id = ${messageId}`.execute(db);
}

test('stores a message with its transmissions before it is sent', async () => {
  const bdUserId = await terminal();
  // 271 bytes: one more than an Iridium modem takes at once.
  const messageId = await send(bdUserId, 'a'.repeat(271));
  const { message, parts } = await steps(messageId);
  expect(message).toMatchObject({
    messageId,
    bdUserId,
    network: 'iridium',
    type: 'system-to-terminal',
    sender: `ada ${count}`,
    receiver: message.cardNumber,
    urgent: false,
    parts: 2,
    createTime: world.clock.now(),
    expireTime: world.clock.now() + 5 * DAY,
    abilities: { resend: false },
  });
  expect(parts.map(({ text, gateway }) => [text.length, gateway])).toEqual([
    [270, 'iridium-email'],
    [1, 'iridium-email'],
  ]);
});

describe('refuses', () => {
  test('a message without text', async () => {
    const bdUserId = await terminal();
    for (const content of ['', ' \n '])
      await expect(send(bdUserId, content)).rejects.toMatchObject({
        errorName: 'field-invalid',
        message: expect.stringContaining('the message cannot be empty'),
      });
  });

  test('a terminal that no gateway of the server reaches', async () => {
    const bdUserId = await terminal({ cardNumber: String(4_300_000 + count), network: 'beidou' });
    await expect(send(bdUserId, 'x')).rejects.toMatchObject({ errorName: 'terminal-unreachable' });
    const other = await terminal({ gateway: 'iridium-http' });
    await expect(send(other, 'x')).rejects.toMatchObject({ errorName: 'terminal-unreachable' });
    expect(TERMINAL_GATEWAYS.beidou).not.toContain('iridium-email');
  });

  test('a text that takes more than 10 transmissions', async () => {
    const bdUserId = await terminal({ bits: 800 });
    await send(bdUserId, 'a'.repeat(1_000));
    await expect(send(bdUserId, 'a'.repeat(1_001))).rejects.toMatchObject({
      errorName: 'satellite-text-too-long',
      details: { max: 10 },
    });
  });

  test('terminals of another account and of other groups, and stores nothing for the others', async () => {
    const bdUserId = await terminal();
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const trackerId = await account.tracker(`86000${count}`, 'Boat', groupId);
    const own = await terminal({ trackerId });
    const pilot = await account.person(`pilot ${count}`, { permission: 'editor', groupIds: [groupId] });
    for (const person of [outsider, pilot])
      await expect(
        person.call('sendEobBdMsg', { bdUserIds: [own, bdUserId], content: 'x' }),
      ).rejects.toMatchObject({ errorName: 'communication-account-unknown' });
    expect((await ada.call('queryHistoryEobBdMsgs', {})).list).toEqual([]);
    await pilot.call('sendEobBdMsg', { bdUserIds: [own], content: 'x' });
    await send(bdUserId, 'hidden');
    expect((await pilot.call('queryHistoryEobBdMsgs', {})).list).toMatchObject([
      { bdUserId: own, content: 'x' },
    ]);
    expect((await pilot.call('queryEobBdMsgs', {})).list).toMatchObject([{ bdUserId: own }]);
  });

  test('an urgent message of an editor, and any message of a viewer', async () => {
    const bdUserId = await terminal();
    const editor = await account.person(`editor ${count}`, { permission: 'editor' });
    const viewer = await account.person(`viewer ${count}`, { permission: 'viewer' });
    const payload = { bdUserIds: [bdUserId], content: 'x' };
    await expect(editor.call('sendEobBdMsg', { ...payload, urgent: true })).rejects.toMatchObject({
      errorName: 'not-allowed',
      details: { permission: 'administrator' },
    });
    await expect(viewer.call('sendEobBdMsg', payload)).rejects.toMatchObject({ errorName: 'not-allowed' });
    await editor.call('sendEobBdMsg', payload);
    await ada.call('sendEobBdMsg', { ...payload, urgent: true });
  });

  test('the 51st message that waits for a terminal', async () => {
    const bdUserId = await terminal();
    for (let sent = 0; sent < 50; sent += 1) await send(bdUserId, `message ${sent}`);
    const other = await terminal();
    await expect(
      ada.call('sendEobBdMsg', { bdUserIds: [other, bdUserId], content: 'x' }),
    ).rejects.toMatchObject({ errorName: 'satellite-waiting-limit' });
    await send(other, 'x');
  });
});

describe('a repeated call with the same request key', () => {
  test('stores nothing and returns the first messages', async () => {
    const bdUserIds = [await terminal(), await terminal()];
    const payload = { bdUserIds, content: 'Position?', requestKey: `request-${count}` };
    const first = await ada.call('sendEobBdMsg', payload);
    expect(first.isRepeated).toBe(false);
    expect(await ada.call('sendEobBdMsg', payload)).toEqual({ ...first, isRepeated: true });
    expect((await ada.call('queryHistoryEobBdMsgs', {})).list.length).toBe(2);
  });

  test('stores the message once when both calls are concurrent', async () => {
    const payload = { bdUserIds: [await terminal()], content: 'x', requestKey: `request-${count}` };
    const results = await Promise.all([1, 2, 3].map(() => ada.call('sendEobBdMsg', payload)));
    expect(results.map(({ isRepeated }) => isRepeated).toSorted()).toEqual([false, true, true]);
    expect((await ada.call('queryHistoryEobBdMsgs', {})).list.length).toBe(1);
  });

  test('is refused with another text or terminal', async () => {
    const [one, two] = [await terminal(), await terminal()];
    const payload = { bdUserIds: [one], content: 'x', requestKey: `request-${count}` };
    await ada.call('sendEobBdMsg', payload);
    for (const change of [{ content: 'y' }, { bdUserIds: [two] }, { bdUserIds: [one, two] }])
      await expect(ada.call('sendEobBdMsg', { ...payload, ...change })).rejects.toMatchObject({
        errorName: 'satellite-request-conflict',
      });
  });
});

test('lists the last message with each terminal, and the messages with one', async () => {
  const [one, two] = [await terminal(), await terminal()];
  const ids: number[] = [];
  for (const [bdUserId, content] of [
    [one, 'first'],
    [two, 'second'],
    [one, 'third'],
  ] as const) {
    ids.push(await send(bdUserId, content));
    world.clock.advance(1_000);
  }
  const contents = async (payload: object) =>
    (await ada.call('queryEobBdMsgs', payload)).list.map(({ content }) => content);
  expect(await contents({})).toEqual(['third', 'second']);
  expect(await contents({ bdUserId: one })).toEqual(['third', 'first']);
  const page = await ada.call('queryEobBdMsgs', { pageSize: 1 });
  expect(page.next).toMatchObject({ messageId: ids[2] });
  const nextPage = await ada.call('queryEobBdMsgs', { pageSize: 1, before: page.next ?? undefined });
  expect(nextPage).toMatchObject({ list: [{ content: 'second' }], next: null });
  await expect(outsider.call('queryEobBdMsgs', { bdUserId: one })).rejects.toMatchObject({
    errorName: 'communication-account-unknown',
  });
  expect((await outsider.call('queryEobBdMsgs', {})).list).toEqual([]);
});

test('finds messages of the record by each filter, in pages', async () => {
  const [one, two] = [await terminal(), await terminal()];
  const start = world.clock.now();
  const first = await send(one, '已到港');
  world.clock.advance(60_000);
  await send(two, 'Position 100%');
  world.clock.advance(60_000);
  await send(one, 'Position?');
  await end(first, 'delivered');
  const contents = async (filter: object) =>
    (await ada.call('queryHistoryEobBdMsgs', filter)).list.map(({ content }) => content);
  expect(await contents({})).toEqual(['Position?', 'Position 100%', '已到港']);
  expect(await contents({ bdUserId: one })).toEqual(['Position?', '已到港']);
  expect(await contents({ states: ['delivered', 'sent'] })).toEqual(['已到港']);
  expect(await contents({ types: ['terminal-to-system'] })).toEqual([]);
  expect(await contents({ types: ['system-to-terminal'], keywords: 'pOSITION' })).toEqual([
    'Position?',
    'Position 100%',
  ]);
  expect(await contents({ keywords: '0%' })).toEqual(['Position 100%']);
  // Each type with each state is a list of its own: they are merged in order, also across pages.
  const kinds = { types: ['system-to-terminal', 'terminal-to-phone'], states: ['delivered', 'waiting'] };
  expect(await contents({ ...kinds, pageSize: 2 })).toEqual(['Position?', 'Position 100%']);
  expect(await contents({ ...kinds, bdUserId: one })).toEqual(['Position?', '已到港']);
  expect(await contents({ ...kinds, keywords: '0%' })).toEqual(['Position 100%']);
  expect(await contents({ ...kinds, states: ['delivered', 'failed'] })).toEqual(['已到港']);
  expect(await contents({ startTime: start + 60_000, endTime: start + 120_000 })).toEqual(['Position 100%']);
  const page = await ada.call('queryHistoryEobBdMsgs', { pageSize: 2 });
  expect(page.list.length).toBe(2);
  const rest = await ada.call('queryHistoryEobBdMsgs', { pageSize: 2, before: page.next ?? undefined });
  expect(rest).toMatchObject({ list: [{ content: '已到港' }], next: null });
  await expect(ada.call('queryHistoryEobBdMsgs', { startTime: 2, endTime: 1 })).rejects.toMatchObject({
    errorName: 'time-order',
  });
});

test('shows messages of a network to users with its function only', async () => {
  const messageId = await send(await terminal(), 'x');
  const bdhl = await account.person(`bdhl ${count}`, { roles: ['eob_plugin_bdhl'] });
  const irim = await account.person(`irim ${count}`, { roles: ['eob_plugin_irim'] });
  expect((await bdhl.call('queryHistoryEobBdMsgs', {})).list).toEqual([]);
  await expect(steps(messageId, bdhl)).rejects.toMatchObject({ errorName: 'satellite-message-unknown' });
  expect((await irim.call('queryHistoryEobBdMsgs', {})).list).toMatchObject([{ messageId }]);
});

test('keeps the messages of a deleted terminal with its card number', async () => {
  const bdUserId = await terminal();
  const messageId = await send(bdUserId, 'x');
  await end(messageId, 'failed');
  await ada.call('deleteBdUser', { bdUserId });
  expect((await ada.call('queryHistoryEobBdMsgs', {})).list).toMatchObject([
    { messageId, bdUserId: null, bdUserName: null, cardNumber: expect.stringMatching(/^30023400/) },
  ]);
  expect((await ada.call('queryEobBdMsgs', {})).list).toEqual([]);
  await expect(ada.call('resendEobBdMsg', { messageId })).rejects.toMatchObject({
    errorName: 'communication-account-unknown',
  });
});

test('sends a failed message again, to the present card of the terminal', async () => {
  const bdUserId = await terminal();
  const messageId = await send(bdUserId, 'x');
  await end(messageId, 'delivered');
  await expect(ada.call('resendEobBdMsg', { messageId })).rejects.toMatchObject({
    errorName: 'satellite-message-unfinished',
  });
  await end(messageId, 'failed');
  terminals += 1;
  const cardNumber = `30023400${String(terminals).padStart(7, '0')}`;
  await ada.call('setBdUserCardNumber', { bdUserId, cardNumber });
  const again = await ada.call('resendEobBdMsg', { messageId });
  expect(again.messageId).not.toBe(messageId);
  expect((await steps(again.messageId)).message).toMatchObject({ content: 'x', receiver: cardNumber });
  expect((await steps(messageId)).message.receiver).not.toBe(cardNumber);
});

/** Waits until the mail server was tried, and was not there. */
const isOffline = (messageId: number) =>
  eventually(
    'the mail server is not there',
    async () => (await steps(messageId)).message.reason === 'offline',
  );

test('cancels a message that waits, and nothing else', async () => {
  const messageId = await send(await terminal(), 'x');
  await isOffline(messageId);
  expect((await steps(messageId)).message).toMatchObject({ state: 'waiting', abilities: { cancel: true } });
  await expect(outsider.call('cancelEobBdMsg', { messageId })).rejects.toMatchObject({
    errorName: 'satellite-message-unknown',
  });
  await ada.call('cancelEobBdMsg', { messageId });
  expect((await steps(messageId)).message).toMatchObject({ state: 'failed', reason: 'recalled' });
  await expect(ada.call('cancelEobBdMsg', { messageId })).rejects.toMatchObject({
    errorName: 'satellite-message-submitted',
  });
});

test('moves messages that wait to a new card, and leaves those of which something was submitted', async () => {
  const bdUserId = await terminal();
  const [moved, submitted] = [await send(bdUserId, 'x'), await send(bdUserId, 'a'.repeat(271))];
  await isOffline(moved);
  await isOffline(submitted);
  // As after the first of its two transmissions.
  await sql`update satellite_part set state = 'accepted', next_at = null
    where message_id = ${submitted} and number = 1`.execute(world.database.db);
  terminals += 1;
  const cardNumber = `30023400${String(terminals).padStart(7, '0')}`;
  const result = await ada.call('setBdUserCardNumber', { bdUserId, cardNumber });
  expect(result).toEqual({ movedMessages: 1 });
  expect((await steps(moved)).message).toMatchObject({ receiver: cardNumber, cardNumber });
  expect((await steps(submitted)).message.receiver).not.toBe(cardNumber);
  const { rows } = await sql`select lane from satellite_part where message_id = ${moved}`.execute(
    world.database.db,
  );
  expect(rows).toEqual([{ lane: `iridium-email ${cardNumber}` }]);
});

test('ends a message that has waited for 5 days', async () => {
  const messageId = await send(await terminal(), 'x');
  await isOffline(messageId);
  world.clock.advance(5 * DAY - 1);
  expect((await steps(messageId)).message.state).not.toBe('expired');
  world.clock.advance(2_001);
  await eventually('it expired', async () => (await steps(messageId)).message.state === 'expired');
  expect((await steps(messageId)).message.abilities).toEqual({ cancel: false, resend: true });
});

test('deletes messages that are older than the retention of the account', async () => {
  const messageId = await send(await terminal(), 'x');
  const { retention_days: days } = await world.database.db
    .selectFrom('account')
    .where('account_id', '=', account.accountId)
    .select('retention_days')
    .executeTakeFirstOrThrow();
  const created = world.clock.now();
  await dropOldSatelliteMessages(world.database.db, created + days * DAY);
  expect((await steps(messageId)).message.messageId).toBe(messageId);
  await dropOldSatelliteMessages(world.database.db, created + days * DAY + 1);
  await expect(steps(messageId)).rejects.toMatchObject({ errorName: 'satellite-message-unknown' });
});
