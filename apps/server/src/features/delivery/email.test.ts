import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appendMany,
  confirmedContact,
  deliveriesIn,
  subscriptionTo,
} from '../../delivery/testing/subscribers.ts';
import { MailServer } from '../../testing/mail-server.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const MINUTE = 60_000;

let mails: MailServer;
let world: World;

beforeAll(async () => {
  mails = await MailServer.start();
  world = await startWorld({
    environment: { WAKELINE_SMTP_URL: mails.url, WAKELINE_SMTP_FROM: 'Wakeline <alerts@harbour.example>' },
  });
});
afterAll(async () => {
  await world.stop();
  await mails.stop();
});

let count = 0;

/** An account with a device, its holder and an address of its own. */
async function createHarbour(trackerName = 'Gull') {
  count += 1;
  const account = await world.account(`harbour ${count}`);
  const ada = await account.person(`ada ${count}`);
  const trackerId = await account.tracker(`1380000${String(count).padStart(4, '0')}`, trackerName);
  return { account, ada, trackerId, email: `duty${count}@harbour.example` };
}

/** The same with a subscription of a confirmed contact. */
async function createSubscribed(
  form: Partial<ReturnType<typeof subscriptionTo>> = {},
  trackerName?: string,
): Promise<{ account: WorldAccount; ada: Person; trackerId: number; email: string; recipientId: number }> {
  const harbour = await createHarbour(trackerName);
  const recipientId = await confirmedContact(world, harbour.ada, harbour.email);
  await harbour.ada.call('addSubscription', subscriptionTo(recipientId, form));
  return { ...harbour, recipientId };
}

describe('a contact', () => {
  test('gets nothing but a code before the address is confirmed', async () => {
    const { account, ada, trackerId, email } = await createHarbour();
    const { recipientId } = await ada.call('addRecipient', {
      recipient: { kind: 'contact', recipientName: 'Duty', language: 'en_US', email, phone: null },
    });
    await ada.call('addSubscription', subscriptionTo(recipientId));
    const channel = 'email' as const;
    await expect(ada.call('sendTestMessage', { recipientId, channel })).rejects.toMatchObject({
      errorName: 'address-unconfirmed',
    });
    await world.appendNotice(account.accountId, trackerId, {});
    await ada.call('sendAddressCode', { recipientId, channel });
    await expect(ada.call('sendAddressCode', { recipientId, channel })).rejects.toMatchObject({
      errorName: 'code-too-soon',
      details: { seconds: 60 },
    });
    const code = /Your code is (\d{6})\./.exec(await mails.next(email, 1))?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(ada.call('confirmAddress', { recipientId, channel, code: wrong })).rejects.toMatchObject({
      errorName: 'code-wrong',
    });
    await ada.call('confirmAddress', { recipientId, channel, code });
    // A code works once.
    await expect(ada.call('confirmAddress', { recipientId, channel, code })).rejects.toMatchObject({
      errorName: 'code-wrong',
    });
    await world.appendNotice(account.accountId, trackerId, { latitude: 36.06, longitude: 120.38 });
    const mail = await mails.next(email, 2);
    expect(mail).toMatch(/^Subject: \[.+\] SOS: Gull\r$/m);
    expect(mail).toContain('From: Wakeline <alerts@harbour.example>');
    expect(mail).toContain('Gull sent an SOS');
    // Noon UTC in the time zone of new accounts, UTC+8.
    expect(mail).toContain('Time: 2026-06-01 20:00:00');
    expect(mail).toContain('Position: 36.06000, 120.38000');
    expect(mails.to(email)).toHaveLength(2);
    // A changed address is not the one that was confirmed.
    const other = `other.${email}`;
    const recipient = { kind: 'contact', recipientName: 'Duty', language: 'en_US', phone: null } as const;
    await ada.call('editRecipient', { recipientId, recipient: { ...recipient, email: other } });
    const { list } = await ada.call('queryRecipients', {});
    expect(list[0]?.addresses).toEqual([{ channel, state: 'unconfirmed' }]);
  });

  test('has five attempts for a code, which expires after a day', async () => {
    const { ada, email } = await createHarbour();
    const { recipientId } = await ada.call('addRecipient', {
      recipient: { kind: 'contact', recipientName: 'Duty', language: 'zh_CN', email, phone: null },
    });
    const channel = 'email' as const;
    await ada.call('sendAddressCode', { recipientId, channel });
    const readCode = async (number: number) =>
      /(\d{6})/.exec(decodeBase64Parts(await mails.next(email, number)))?.[1] ?? '';
    const first = await readCode(1);
    const refused = { errorName: 'code-wrong' };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const code = first.startsWith('0') ? '999999' : '000000';
      await expect(ada.call('confirmAddress', { recipientId, channel, code })).rejects.toMatchObject(refused);
    }
    await expect(ada.call('confirmAddress', { recipientId, channel, code: first })).rejects.toMatchObject(
      refused,
    );
    world.clock.advance(MINUTE);
    await ada.call('sendAddressCode', { recipientId, channel });
    const second = await readCode(2);
    world.clock.advance(24 * 60 * MINUTE + 1);
    await ada.signIn();
    await expect(ada.call('confirmAddress', { recipientId, channel, code: second })).rejects.toMatchObject(
      refused,
    );
  });

  test('gets a test message', async () => {
    const { ada, email, recipientId } = await createSubscribed();
    await ada.call('sendTestMessage', { recipientId, channel: 'email' });
    expect(await mails.next(email, 1)).toContain('This is a test message: notifications can reach you.');
    expect(await deliveriesIn(ada, ['delivered'])).toMatchObject([
      { kind: 'test', attempts: 1, recipientName: email },
    ]);
  });
});

describe('a message', () => {
  test('has no header, recipient or markup from the names of devices', async () => {
    const name = 'Gull\r\nBcc: mallory@evil.example\r\n\r\n<img src=x onerror=alert(1)>';
    const { account, trackerId, email } = await createSubscribed({}, name);
    await world.appendNotice(account.accountId, trackerId, {});
    const mail = await mails.next(email, 1);
    const [headers = ''] = mail.split('\r\n\r\n');
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(mails.to('mallory@evil.example')).toEqual([]);
    const [, html = ''] = mail.split('<body>');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
  });

  test('that the mail server refuses is a dead letter, and is sent again with the same key', async () => {
    const { account, ada, trackerId, email } = await createSubscribed();
    mails.refusals.set(email, { code: 550, text: 'no such user' });
    await world.appendNotice(account.accountId, trackerId, {});
    const [failed] = await deliveriesIn(ada, ['failed']);
    expect(failed).toMatchObject({ reason: 'rejected', attempts: 1, nextTime: null });
    expect(failed?.detail).toContain('550 no such user');
    expect((await ada.call('queryDeliveries', { state: 'failed' })).failed).toBe(1);
    mails.refusals.clear();
    const deliveryIds = [failed?.deliveryId ?? 0];
    expect(await ada.call('retryDeliveries', { deliveryIds })).toEqual({ retried: 1 });
    expect(await mails.next(email, 1)).toContain(`Message-ID: <${failed?.key}@harbour.example>`);
    expect(await deliveriesIn(ada, ['delivered'])).toMatchObject([{ key: failed?.key }]);
    await expect(ada.call('retryDeliveries', { deliveryIds })).rejects.toMatchObject({
      errorName: 'delivery-unknown',
    });
  });

  test('that the mail server defers is tried again after its delay', async () => {
    const { account, ada, trackerId, email } = await createSubscribed();
    mails.refusals.set(email, { code: 451, text: 'try again later' });
    await world.appendNotice(account.accountId, trackerId, {});
    const now = world.clock.now();
    const waiting = await deliveriesIn(ada, ['waiting'], 1);
    expect(waiting).toMatchObject([{ reason: 'busy', attempts: 1, nextTime: now + 30_000 }]);
    mails.refusals.clear();
    world.clock.advance(30_000);
    await mails.next(email, 1);
    expect(await deliveriesIn(ada, ['delivered'])).toMatchObject([{ attempts: 2, reason: null }]);
  });

  test('is written in the language of its recipient', async () => {
    const { account, ada, trackerId, email } = await createHarbour('海鸥');
    const recipientId = await confirmedContact(world, ada, email, 'zh_CN');
    await ada.call('addSubscription', subscriptionTo(recipientId));
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'LOWPOWER', battery: 18 });
    expect(decodeBase64Parts(await mails.next(email, 1))).toContain('海鸥电量低（18%）');
  });
});

describe('a subscription', () => {
  test('sends only its types and devices', async () => {
    const harbour = await createHarbour();
    const { account, ada, email } = harbour;
    const { groupId } = await ada.call('createGroup', { groupName: 'Ferries' });
    const { groupId: below } = await ada.call('createGroup', { groupName: 'North', parentId: groupId });
    const inGroup = await account.tracker('13900000001', 'Tern', below);
    const single = await account.tracker('13900000002', 'Plover');
    const recipientId = await confirmedContact(world, ada, email);
    const subscribe = (scope: ReturnType<typeof subscriptionTo>['scope']) =>
      ada.call('addSubscription', subscriptionTo(recipientId, { msgTypes: ['SOS'], scope }));
    await subscribe({ type: 'groups', groupIds: [groupId] });
    await subscribe({ type: 'trackers', trackerIds: [single] });
    const notify = (trackerId: number, noticeType: 'SOS' | 'STOP') =>
      world.appendNotice(account.accountId, trackerId, { noticeType });
    await notify(harbour.trackerId, 'SOS');
    await notify(inGroup, 'STOP');
    await notify(inGroup, 'SOS');
    await notify(single, 'SOS');
    await mails.next(email, 2);
    await deliveriesIn(ada, ['delivered', 'delivered']);
    expect(mails.to(email).map(({ text }) => /SOS: (\w+)/.exec(text)?.[1])).toEqual(['Tern', 'Plover']);
  });

  test('sends a notice once, however many subscriptions match it, and none from before', async () => {
    const { account, ada, trackerId, email } = await createHarbour();
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'STOP' });
    world.clock.advance(1);
    const recipientId = await confirmedContact(world, ada, email);
    await ada.call('addSubscription', subscriptionTo(recipientId));
    await ada.call('addSubscription', subscriptionTo(recipientId, { msgTypes: ['SOS'] }));
    await world.appendNotice(account.accountId, trackerId, {});
    await mails.next(email, 1);
    await deliveriesIn(ada, ['delivered']);
    expect(mails.to(email)).toHaveLength(1);
  });

  test('groups a storm: "412 devices offline"', async () => {
    const { account, ada, email } = await createSubscribed();
    const { db } = world.database;
    const trackers = await db
      .insertInto('tracker')
      .values(
        Array.from({ length: 412 }, (_, at) => ({
          account_id: account.accountId,
          name: `Boat ${at}`,
          imei: `storm-${at}`,
          password: '123456',
        })),
      )
      .returning('tracker_id')
      .execute();
    const ids = trackers.map((row) => row.tracker_id);
    // In two commits, as the sweep makes them.
    await appendMany(world, account.accountId, ids.slice(0, 300), 'OFFLINE');
    await deliveriesIn(ada, ['waiting']);
    await appendMany(world, account.accountId, ids.slice(300), 'OFFLINE');
    await world.appendNotice(account.accountId, ids[0] ?? 0, { noticeType: 'SOS' });
    const sos = await mails.next(email, 1);
    expect(sos).toContain('SOS: Boat 0');
    const [, storm] = await deliveriesIn(ada, ['delivered', 'waiting'], 1);
    expect(storm?.counts).toEqual([{ msgType: 'OFFLINE', count: 412 }]);
    world.clock.advance(30_000);
    const mail = await mails.next(email, 2);
    expect(mail).toMatch(/^Subject: \[.+\] 412 devices offline\r$/m);
    expect(mail).toContain('Boat 19 went offline');
    expect(mail).toContain('392 more: see the console.');
    await deliveriesIn(ada, ['delivered', 'delivered']);
    expect(mails.to(email)).toHaveLength(2);
  });

  test('collects in quiet hours until their end, except SOS', async () => {
    const minuteNow = (((world.clock.now() / MINUTE) | 0) + 8 * 60) % 1_440;
    const quietHours = { from: minuteNow, to: (minuteNow + 60) % 1_440 };
    const { account, ada, trackerId, email } = await createSubscribed({ quietHours });
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'STOP' });
    await deliveriesIn(ada, ['waiting']);
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'OFFLINE' });
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'SOS' });
    expect(await mails.next(email, 1)).toContain('SOS: Gull');
    const [, quiet] = await deliveriesIn(ada, ['delivered', 'waiting']);
    expect(quiet?.counts.map(({ msgType }) => msgType)).toEqual(['STOP', 'OFFLINE']);
    world.clock.advance((quiet?.nextTime ?? 0) - world.clock.now());
    expect(await mails.next(email, 2)).toMatch(/^Subject: \[.+\] 2 notifications\r$/m);
    expect(((world.clock.now() / MINUTE) | 0) % 60).toBe(quietHours.to % 60);
  });

  test('escalates only alarms that nobody has acknowledged, and notices that nobody has opened', async () => {
    const { account, ada, trackerId, email } = await createSubscribed({ escalateMinutes: 10 });
    const messages: 'waiting'[] = [];
    // Each in a page of its own: of one page, SOS is stored first.
    async function notify(noticeType: 'STOP' | 'OFFLINE' | 'SOS'): Promise<number> {
      const messageId = await world.appendNotice(account.accountId, trackerId, { noticeType });
      messages.push('waiting');
      await deliveriesIn(ada, messages);
      return messageId;
    }
    const opened = await notify('STOP');
    const acknowledged = await notify('OFFLINE');
    const seen = await notify('SOS');
    await ada.call('acknowledgeAlarm', { messageId: acknowledged });
    // To open an alarm does not handle it.
    for (const messageId of [opened, seen]) await ada.call('queryMsgById', { messageId });
    world.clock.advance(10 * MINUTE);
    expect(await mails.next(email, 1)).toContain('SOS: Gull');
    const states = await deliveriesIn(ada, ['delivered', 'dropped', 'dropped']);
    expect(states.map(({ reason }) => reason)).toEqual([null, 'handled', 'handled']);
  });

  test('sends nothing of a deleted notice', async () => {
    const { account, ada, trackerId } = await createSubscribed({ digestMinutes: 15 });
    const seq = await world.appendNotice(account.accountId, trackerId, { noticeType: 'STOP' });
    await deliveriesIn(ada, ['waiting']);
    await ada.call('deleteMsgById', { messageId: seq });
    world.clock.advance(15 * MINUTE);
    expect(await deliveriesIn(ada, ['dropped'])).toMatchObject([{ reason: 'nothing-left' }]);
  });

  test('sends users what they may see', async () => {
    const { account, ada, trackerId } = await createHarbour();
    const { groupId } = await ada.call('createGroup', { groupName: 'Ferries' });
    const inGroup = await account.tracker('13900000003', 'Tern', groupId);
    const vic = await account.person(`vic ${count}`, { permission: 'viewer', groupIds: [groupId] });
    const email = `vic${count}@harbour.example`;
    const { recipientId } = await ada.call('addRecipient', {
      recipient: { kind: 'user', userId: vic.userId, email, phone: null },
    });
    await ada.call('sendAddressCode', { recipientId, channel: 'email' });
    const code = /Your code is (\d{6})\./.exec(await mails.next(email, 1))?.[1] ?? '';
    await ada.call('confirmAddress', { recipientId, channel: 'email', code });
    await ada.call('addSubscription', subscriptionTo(recipientId));
    await world.appendNotice(account.accountId, trackerId, {});
    await world.appendNotice(account.accountId, inGroup, {});
    expect(await mails.next(email, 2)).toContain('SOS: Tern');
    const [, hidden] = await deliveriesIn(ada, ['delivered', 'dropped', 'delivered']);
    expect(hidden).toMatchObject({ reason: 'nothing-left' });
  });
});

/** The base64 parts of a mail as text (RFC 2045, 6.8). */
function decodeBase64Parts(mail: string): string {
  return mail
    .split('\r\n\r\n')
    .map((part) => Buffer.from(part.split('\r\n--')[0] ?? '', 'base64').toString('utf8'))
    .join('\n');
}
