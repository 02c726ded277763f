import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { write } from '../../satellite/testing/terminals.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOUR = 3_600_000;

let world: World;
let ada: Person;
let count = 0;
let bdUserId = 0;
let cardNumber = '';

beforeAll(async () => {
  // Nothing listens on port 9: all messages wait.
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9',
      WAKELINE_SMTP_FROM: 'wakeline@harbour.example',
      WAKELINE_IRIDIUM_EMAIL: 'data@iridium.example',
    },
  });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  cardNumber = `30023400${String(count).padStart(7, '0')}`;
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: `Buoy${count}`, cardNumber, network: 'iridium', password: 'abc123' }],
  });
  bdUserId = bdUserIds[0] ?? 0;
});

async function call(operation: string, payload: object) {
  const response = await world.post(operation, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  const { result } = (await response.json()) as { result: Record<string, unknown> };
  return { result, error: result.error };
}

async function signIn(password = 'abc123'): Promise<string> {
  const { result } = await call('signInTerminal', { cardNumber, password });
  return String(result.token);
}

const read = (token: string, payload = {}) => call('queryTerminalMessages', { token, ...payload });

test('shows the person at a terminal its messages, without logins of users', async () => {
  await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content: 'first' });
  world.clock.advance(1_000);
  await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content: 'second' });
  const { result } = await read(await signIn());
  expect(result.list).toMatchObject([
    { content: 'second', sender: '', receiver: cardNumber, type: 'system-to-terminal', incoming: true },
    { content: 'first', sender: '' },
  ]);
  const token = await signIn();
  const page = await read(token, { pageSize: 1 });
  expect(page.result.list).toMatchObject([{ content: 'second' }]);
  expect((await read(token, { pageSize: 1, before: page.result.next })).result).toMatchObject({
    list: [{ content: 'first' }],
    next: null,
  });
});

test('does not show to which user a message went', async () => {
  await write(world, { bdUserId, imei: cardNumber }, 'in port');
  await world.database.db
    .updateTable('satellite_message')
    .set({ receiver: 'ada' })
    .where('sender', '=', cardNumber)
    .execute();
  expect((await read(await signIn())).result.list).toMatchObject([
    { content: 'in port', receiver: '', incoming: false },
  ]);
});

test('does not show messages of other terminals', async () => {
  await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content: 'for the first' });
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Other', cardNumber: '300234090000001', network: 'iridium', password: 'other1' }],
  });
  const { result } = await call('signInTerminal', { cardNumber: '300234090000001', password: 'other1' });
  expect((await read(String(result.token))).result.list).toEqual([]);
  await ada.call('deleteBdUser', { bdUserId: bdUserIds[0] ?? 0 });
  expect((await read(String(result.token))).error).toBe('terminal-session-gone');
});

test('shows messages that other terminals of the account wrote to it', async () => {
  const imei = '300234080000001';
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Tern', cardNumber: imei, network: 'iridium', password: 'abc123' }],
  });
  await write(world, { bdUserId: bdUserIds[0] ?? 0, imei }, `#${cardNumber} meet at 8`);
  const { result } = await read(await signIn());
  expect(result.list).toMatchObject([
    { content: 'meet at 8', sender: imei, type: 'terminal-to-terminal', incoming: true },
  ]);
  const sender = await call('signInTerminal', { cardNumber: imei, password: 'abc123' });
  expect((await read(String(sender.result.token))).result.list).toMatchObject([
    { content: 'meet at 8', receiver: cardNumber, incoming: false },
  ]);
  await ada.call('deleteBdUser', { bdUserId: bdUserIds[0] ?? 0 });
});

test.each([
  ['a wrong password', () => ({ cardNumber, password: 'abc124' })],
  ['an unknown terminal', () => ({ cardNumber: '300234099999999', password: 'abc123' })],
])('refuses %s', async (_, payload) => {
  expect((await call('signInTerminal', payload())).error).toBe('credentials-wrong');
});

test('locks a terminal after 10 wrong passwords, for 15 minutes', async () => {
  for (let guess = 0; guess < 10; guess += 1)
    expect((await call('signInTerminal', { cardNumber, password: `wrong${guess}` })).error).toBe(
      'credentials-wrong',
    );
  expect((await call('signInTerminal', { cardNumber, password: 'abc123' })).error).toBe('login-locked');
  world.clock.advance(HOUR / 4);
  expect((await call('signInTerminal', { cardNumber, password: 'abc123' })).error).toBeUndefined();
});

test('ends access after 12 hours, and with a new password', async () => {
  const token = await signIn();
  world.clock.advance(12 * HOUR - 1);
  expect((await read(token)).error).toBeUndefined();
  world.clock.advance(1);
  expect((await read(token)).error).toBe('terminal-session-gone');
  const next = await signIn();
  await ada.call('editBdUser', { bdUserId, bdUserName: 'Buoy', password: 'fresh1' });
  expect((await read(next)).error).toBe('terminal-session-gone');
});

test.each(['', 'x', '1.9999999999999.x', '99999999999.1.x'])('refuses the token %j', async (token) => {
  expect((await read(token)).error).toBe('terminal-session-gone');
});

test('refuses a token whose terminal or time was changed', async () => {
  const [id = '', expiry = '', signature = ''] = (await signIn()).split('.');
  expect((await read(`${Number(id) - 1}.${expiry}.${signature}`)).error).toBe('terminal-session-gone');
  expect((await read(`${id}.${Number(expiry) + 1}.${signature}`)).error).toBe('terminal-session-gone');
});
