import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticePayload } from '../../db/schema.ts';
import { deliveriesIn } from '../../delivery/testing/subscribers.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { MailServer } from '../../testing/mail-server.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const MINUTE = 60_000;

/** A gateway for text messages over real HTTP. */
let gateway: Server;
const texts: { readonly to: string; readonly text: string }[] = [];
let mails: MailServer;
let world: World;

beforeAll(async () => {
  mails = await MailServer.start();
  gateway = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://gateway.example').searchParams;
    texts.push({ to: query.get('to') ?? '', text: query.get('text') ?? '' });
    response.end('OK');
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: mails.url,
      WAKELINE_SMTP_FROM: 'alerts@harbour.example',
      WAKELINE_SMS_METHOD: 'GET',
      WAKELINE_SMS_URL: `http://127.0.0.1:${port}/?to={phone}&text={text}`,
    },
  });
});
afterAll(async () => {
  await world.stop();
  await mails.stop();
  gateway.closeAllConnections();
  gateway.close();
});

function nextText(phone: string, number: number): Promise<string> {
  return eventually(`${number} text messages to ${phone}`, () => {
    return texts.filter(({ to }) => to === phone)[number - 1]?.text;
  });
}

let count = 0;

async function createHarbour() {
  count += 1;
  const account = await world.account(`harbour ${count}`);
  const ada = await account.person(`ada ${count}`);
  const trackerId = await account.tracker(`1380000${String(count).padStart(4, '0')}`, 'Gull');
  const phone = `1380013800${count}`;
  const email = `duty${count}@harbour.example`;
  const form = { taskName: 'Survey', flightNumber: 'B-7701', trackerIds: [trackerId] };
  /** An alarm of a task. */
  const raise = (taskId: number, details: Partial<NoticePayload['task']> = {}) =>
    world.appendNotice(account.accountId, trackerId, {
      noticeType: 'YAW',
      task: {
        ...{ taskId, taskName: 'Survey', condition: 0, type: 'line', limit: 100, value: 180, fix: null },
        deviation: { kind: 'off', largest: 180, isLeft: true, since: 0, notSeenSince: null },
        ...details,
      },
    });
  return { account, ada, trackerId, phone, email, form, raise };
}

/** Confirms the addresses of a task with the codes that were sent to them. */
async function confirm(ada: Person, { phone, email }: { readonly phone: string; readonly email: string }) {
  const { list } = await ada.call('queryRecipients', {});
  for (const [channel, address, message] of [
    ['sms', phone, await nextText(phone, 1)],
    ['email', email, await mails.next(email, 1)],
  ] as const) {
    const recipient = list.find((row) => row.recipientName === address);
    const code = /\b(\d{6})\b/.exec(channel === 'sms' ? message : decode(message))?.[1] ?? '';
    await ada.call('confirmAddress', { recipientId: recipient?.recipientId ?? 0, channel, code });
  }
}

/** The text of a mail with its encoded parts. */
function decode(mail: string): string {
  return mail.replaceAll(/^[A-Za-z0-9+/=]{20,}\r?$/gm, (line) =>
    Buffer.from(line, 'base64').toString('utf8'),
  );
}

test('the second tier is notified after 15 minutes if nobody has the alarm, and the first one is informed', async () => {
  const { ada, phone, email, form, raise } = await createHarbour();
  const contacts = { phones: [{ address: phone }], emails: [{ address: email, tier: 2 as const }] };
  const { taskId } = await ada.call('createTask', { ...form, ...contacts });
  const other = await ada.call('createTask', { ...form, taskName: 'Patrol' });
  const stateOf = async () =>
    (await ada.call('queryAllTask', {})).list.find((task) => task.taskId === taskId);
  expect(await stateOf()).toMatchObject({
    phones: [{ address: phone, tier: 1, state: 'unconfirmed' }],
    emails: [{ address: email, tier: 2, state: 'unconfirmed' }],
  });
  await confirm(ada, { phone, email });
  expect(await stateOf()).toMatchObject({
    phones: [{ state: 'confirmed' }],
    emails: [{ state: 'confirmed' }],
  });

  await raise(other.taskId);
  await raise(taskId);
  expect(await nextText(phone, 2)).toContain('Gull');
  await deliveriesIn(ada, ['waiting', 'delivered', 'delivered', 'delivered']);
  world.clock.advance(15 * MINUTE);
  expect(decode(await mails.next(email, 2))).toContain('Gull');
  expect(await nextText(phone, 3)).toContain(
    'Not acknowledged, the second tier was notified: Gull is 180 m left of the line',
  );
  await deliveriesIn(ada, ['delivered', 'delivered', 'delivered', 'delivered', 'delivered']);
  expect(mails.to(email)).toHaveLength(2);
  expect(texts.filter(({ to }) => to === phone)).toHaveLength(3);
});

test('the second tier is not notified of an alarm that somebody has taken, nor of its end', async () => {
  const { ada, phone, email, form, raise } = await createHarbour();
  const contacts = {
    phones: [{ address: phone, tier: 1 as const }],
    emails: [{ address: email, tier: 2 as const }],
  };
  const { taskId } = await ada.call('createTask', { ...form, ...contacts });
  await confirm(ada, { phone, email });
  const messageId = await raise(taskId);
  await nextText(phone, 2);
  await ada.call('acknowledgeAlarm', { messageId });
  await raise(taskId, {
    deviation: { kind: 'back', largest: 180, isLeft: true, since: 0, notSeenSince: null },
  });
  await nextText(phone, 3);
  world.clock.advance(15 * MINUTE);
  const list = await deliveriesIn(ada, ['delivered', 'dropped', 'delivered', 'delivered', 'delivered']);
  expect(list.map(({ reason }) => reason)).toContain('handled');
  expect(mails.to(email)).toHaveLength(1);
});

test('an overdue flight of a task is notified to its contacts, the second tier after 15 minutes', async () => {
  const { ada, trackerId, phone, email, form } = await createHarbour();
  const { planeId } = await ada.call('createPlane', { tailNumber: 'B-10KA', kind: 'light', trackerId });
  const airport = { ident: 'ZGKL', landingPlaceId: null };
  const takeoffTime = world.clock.now() + MINUTE;
  const { flightIds } = await ada.call('createFlight', {
    ...{ flightNumber: 'WL100', planeId, departure: airport, arrival: airport },
    ...{ takeoffTime, arrivalTime: takeoffTime + 60 * MINUTE },
  });
  const contacts = { phones: [{ address: phone }], emails: [{ address: email, tier: 2 as const }] };
  await ada.call('createTask', { ...form, ...contacts, flightId: flightIds[0] ?? 0 });
  await confirm(ada, { phone, email });
  world.clock.advance(31 * MINUTE);
  expect(await nextText(phone, 2)).toContain('Gull has not taken off for flight WL100');
  expect(mails.to(email)).toHaveLength(1);
  world.clock.advance(15 * MINUTE);
  expect(decode(await mails.next(email, 2))).toContain('Gull has not taken off for flight WL100');
  expect(await nextText(phone, 3)).toContain('Not acknowledged, the second tier was notified');
});

test('tasks share the recipient of an address, a copy has the same, and a deleted task notifies nobody', async () => {
  const { account, ada, phone, email, form, raise } = await createHarbour();
  const contacts = { phones: [], emails: [{ address: email, tier: 1 as const }] };
  const { taskId } = await ada.call('createTask', { ...form, ...contacts });
  await ada.call('createTask', {
    ...form,
    phones: [{ address: phone }],
    emails: [{ address: email.toUpperCase() }],
  });
  expect((await ada.call('queryRecipients', {})).list).toHaveLength(2);
  const copy = await ada.call('copyTask', { taskId, taskName: 'Survey 2', flightNumber: 'B-7702' });
  const { list } = await ada.call('queryTasksByPage', {});
  expect(list.find((task) => task.taskId === copy.taskId)?.emails).toMatchObject([
    { address: email, tier: 1 },
  ]);

  await confirm(ada, { phone, email });
  for (const task of list) await ada.call('deleteTask', { taskId: task.taskId });
  await raise(taskId);
  const cursor = await world.database.db
    .selectFrom('delivery_cursor')
    .select('seq')
    .where('account_id', '=', account.accountId)
    .executeTakeFirst();
  expect(cursor).toBeUndefined();
  expect(mails.to(email)).toHaveLength(1);
});

test('a storm of alarms of the first tier does not contain those of the second one', async () => {
  const { ada, phone, email, form, raise } = await createHarbour();
  const first = { phones: [{ address: phone }], emails: [{ address: email, tier: 1 as const }] };
  const { taskId } = await ada.call('createTask', { ...form, ...first });
  const second = await ada.call('createTask', { ...form, emails: [{ address: email, tier: 2 as const }] });
  await confirm(ada, { phone, email });
  // Up to five alarms in a minute have a message each.
  for (let at = 0; at < 6; at += 1) await raise(second.taskId);
  for (let at = 0; at < 6; at += 1) await raise(taskId);
  const rows = await eventually('the alarms of both tiers are in messages', async () => {
    const messages = await world.database.db
      .selectFrom('delivery')
      .innerJoin('recipient', 'recipient.recipient_id', 'delivery.recipient_id')
      .where('recipient.email', '=', email)
      .where('delivery.kind', '=', 'notices')
      .select(['delivery.escalated', 'delivery.seqs', 'delivery.group_key'])
      .execute();
    return messages.flatMap(({ seqs }) => seqs).length === 12 ? messages : undefined;
  });
  const countOf = (escalated: boolean) =>
    rows.filter((row) => row.escalated === escalated).flatMap(({ seqs }) => seqs).length;
  expect([countOf(false), countOf(true)]).toEqual([6, 6]);
  expect(rows.some(({ group_key }) => group_key !== null)).toBe(true);
});

test.each([
  ['six phones', { phones: Array.from({ length: 6 }, (_, at) => ({ address: `1380013810${at}` })) }],
  [
    'six e-mail addresses',
    { emails: Array.from({ length: 6 }, (_, at) => ({ address: `a${at}@harbour.example` })) },
  ],
  ['a phone with letters', { phones: [{ address: '1380013800x' }] }],
  ['a phone of twelve digits', { phones: [{ address: '138001380001' }] }],
  ['an e-mail address without a domain', { emails: [{ address: 'duty@' }] }],
  [
    'the same phone twice',
    { phones: [{ address: '13800138100' }, { address: '13800138100', tier: 2 as const }] },
  ],
  [
    'the same e-mail address in capitals',
    { emails: [{ address: 'duty@harbour.example' }, { address: 'Duty@Harbour.example' }] },
  ],
])('refuses %s', async (_, contacts) => {
  const { ada, form } = await createHarbour();
  await expect(ada.call('createTask', { ...form, ...contacts })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: expect.stringMatching(/^(phones|emails)/) },
  });
  expect((await ada.call('queryRecipients', {})).list).toEqual([]);
});
