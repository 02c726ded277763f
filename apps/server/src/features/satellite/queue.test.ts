import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { MailServer } from '../../testing/mail-server.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const GATEWAY = 'data@iridium.example';

let mails: MailServer;
let world: World;
let ada: Person;
let count = 0;

beforeAll(async () => {
  mails = await MailServer.start();
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: mails.url,
      WAKELINE_SMTP_FROM: 'Wakeline <wakeline@harbour.example>',
      WAKELINE_IRIDIUM_EMAIL: GATEWAY,
    },
  });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(async () => {
  await world.stop();
  await mails.stop();
});
beforeEach(() => {
  mails.refusals.clear();
});

const imei = (number: number) => `30023400${String(number).padStart(7, '0')}`;

async function send(content: string): Promise<number> {
  count += 1;
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [
      { bdUserName: `Buoy${count}`, cardNumber: imei(count), network: 'iridium', password: 'abc123' },
    ],
  });
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds, content });
  return messages[0]?.messageId ?? 0;
}

const read = (messageId: number) => ada.call('queryEobBdMsgSteps', { messageId });

async function reaches(messageId: number, state: string) {
  return eventually(`message ${messageId} is ${state}`, async () => {
    const result = await read(messageId);
    return result.message.state === state ? result : null;
  });
}

/** The e-mails to a terminal, oldest first. */
const mailsTo = (number: number) =>
  mails.to(GATEWAY).filter(({ text }) => text.includes(`Subject: ${imei(number)}\r\n`));

test('sends a message to an Iridium terminal by e-mail, and stores what proves each state', async () => {
  const messageId = await send('已到港');
  const { parts, steps } = await reaches(messageId, 'accepted');
  const [mail] = mailsTo(count);
  // UTF-8 in base64, by an independent encoder: printf 已到港 | base64
  expect(mail?.text).toContain('5bey5Yiw5riv');
  expect(mail?.text).toMatch(/filename=message\.sbd/);
  expect(mail?.from).toBe('wakeline@harbour.example');
  expect(mail?.text).toContain(`Message-ID: ${parts[0]?.providerId}`);
  expect(parts).toMatchObject([{ state: 'accepted', attempts: 1 }]);
  expect(steps.map(({ state, evidence }) => [state, evidence])).toEqual([
    ['submitted', 'handover'],
    ['accepted', 'response'],
  ]);
  expect(steps[1]?.detail).toMatch(/^250 /);
});

test('sends the transmissions of a long text in their order, each once', async () => {
  const messageId = await send(`${'a'.repeat(270)}${'b'.repeat(270)}ccc`);
  const { parts } = await reaches(messageId, 'accepted');
  expect(parts.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  // base64 of "aaa", "bbb" and "ccc".
  const order = mailsTo(count).map(({ text }) =>
    ['YWFh', 'YmJi', 'Y2Nj'].findIndex((code) => text.includes(code)),
  );
  expect(order).toEqual([0, 1, 2]);
});

test('fails a message that the gateway refuses, with its response', async () => {
  mails.refusals.set(GATEWAY, { code: 550, text: '5.7.1 sender not authorized' });
  const { message, steps } = await reaches(await send('x'), 'failed');
  expect(message).toMatchObject({ reason: 'gateway-refused', abilities: { cancel: false, resend: true } });
  expect(steps.at(-1)?.detail).toContain('sender not authorized');
  mails.refusals.clear();
  const again = await ada.call('resendEobBdMsg', { messageId: message.messageId });
  await reaches(again.messageId, 'accepted');
});

test('tries a message again when the gateway is busy: after 15 s, then 30 s', async () => {
  mails.refusals.set(GATEWAY, { code: 451, text: '4.3.0 try later' });
  const messageId = await send('x');
  const attempts = async (number: number) =>
    eventually(`attempt ${number}`, async () => {
      const { message, parts } = await read(messageId);
      // It is counted, and has the reason of the last one, before the gateway refuses it.
      return parts[0]?.attempts === number && parts[0].state === 'waiting' && message.reason === 'busy';
    });
  await attempts(1);
  world.clock.advance(14_999);
  expect((await read(messageId)).parts[0]?.attempts).toBe(1);
  world.clock.advance(2_001);
  await attempts(2);
  mails.refusals.clear();
  world.clock.advance(30_000);
  expect((await reaches(messageId, 'accepted')).parts).toMatchObject([{ attempts: 3 }]);
  expect(mailsTo(count).length).toBe(1);
});

test('never repeats a transmission whose server was lost, because it may have been sent', async () => {
  const messageId = await send('x');
  await reaches(messageId, 'accepted');
  // As the lost server left it: taken, and its lease has ended.
  const { db } = world.database;
  await sql`update satellite_part set state = 'submitted', attempts = 2, next_at = ${new Date(world.clock.now())}
    where message_id = ${messageId}`.execute(db);
  await sql`update satellite_message set state = 'submitted' where message_id = ${messageId}`.execute(db);
  world.clock.advance(2_000);
  const { message, parts } = await reaches(messageId, 'failed');
  expect(message.reason).toBe('unknown-arrival');
  expect(parts).toMatchObject([{ state: 'failed', attempts: 2 }]);
  expect(mailsTo(count).length).toBe(1);
});

test('waits for the lease of a part that another server has taken, before the next one of its lane', async () => {
  const messageId = await send('first');
  await reaches(messageId, 'accepted');
  const { db } = world.database;
  const leaseEnd = new Date(world.clock.now() + 60_000);
  await sql`update satellite_part set state = 'submitted', next_at = ${leaseEnd}
    where message_id = ${messageId}`.execute(db);
  const { list } = await ada.call('queryBdUsers', { keywords: imei(count) });
  const { messages } = await ada.call('sendEobBdMsg', {
    bdUserIds: [list[0]?.bdUserId ?? 0],
    content: 'second',
  });
  const second = messages[0]?.messageId ?? 0;
  // Another terminal is served meanwhile.
  await reaches(await send('other lane'), 'accepted');
  expect((await read(second)).message.state).toBe('waiting');
  world.clock.advance(60_000);
  await reaches(second, 'accepted');
});
