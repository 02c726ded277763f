import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmedContact, deliveriesIn, subscriptionTo } from '../../delivery/testing/subscribers.ts';
import { MailServer } from '../../testing/mail-server.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { addressPage } from './address-page.ts';

const MINUTE = 60_000;
const PUBLIC = 'https://watch.example';
/** RFC 8058, section 3.1. */
const ONE_CLICK = 'List-Unsubscribe=One-Click';

let mails: MailServer;
let world: World;

beforeAll(async () => {
  mails = await MailServer.start();
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: mails.url,
      WAKELINE_SMTP_FROM: 'alerts@harbour.example',
      WAKELINE_PUBLIC_URL: `${PUBLIC}/`,
    },
  });
});
afterAll(async () => {
  await world.stop();
  await mails.stop();
});

let count = 0;

/** An account with a device, its holder and a contact; `email` is not confirmed yet. */
async function createHarbour() {
  count += 1;
  const account = await world.account(`harbour ${count}`);
  const ada = await account.person(`ada ${count}`);
  const trackerId = await account.tracker(`1380000${String(count).padStart(4, '0')}`, 'Gull');
  return { account, ada, trackerId, email: `duty${count}@harbour.example` };
}

/** A contact with a mail, and the link in it. */
async function createSubscribed() {
  const harbour = await createHarbour();
  const { account, ada, trackerId, email } = harbour;
  const recipientId = await confirmedContact(world, ada, email);
  await ada.call('addSubscription', subscriptionTo(recipientId));
  await world.appendNotice(account.accountId, trackerId, {});
  const link = unsubscribeLinkOf(await mails.next(email, 1));
  return { ...harbour, recipientId, link };
}

function headersOf(mail: string): string {
  // RFC 5322, 2.2.3: unfolded.
  return (mail.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
}

function unsubscribeLinkOf(mail: string): string {
  return /^List-Unsubscribe: <([^>]+)>/m.exec(headersOf(mail))?.[1] ?? '';
}

function confirmLinkOf(mail: string): string {
  return /https:\/\/\S+\/mail\/confirm\/[\w-]+/.exec(mail)?.[0] ?? '';
}

/** Opens a link of a mail on the server of the test, in an English browser; with a body: as POST. */
async function open(link: string, body?: string | FormData): Promise<{ status: number; page: string }> {
  const path = link.slice(PUBLIC.length);
  const response = await fetch(`${world.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    body: body ?? null,
    headers: {
      'accept-language': 'en',
      ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  });
  return { status: response.status, page: await response.text() };
}

async function emailStateOf(person: Person): Promise<string | undefined> {
  const { list } = await person.call('queryRecipients', {});
  return list[0]?.addresses.find(({ channel }) => channel === 'email')?.state;
}

async function auditOf(accountId: number, action: string) {
  return world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'user_id', 'target', 'after'])
    .where('account_id', '=', accountId)
    .where('action', '=', action)
    .execute();
}

describe('the link that unsubscribes', () => {
  test('is in the headers of RFC 8058 and in the text, and only its POST changes anything', async () => {
    const { account, ada, trackerId, email, link } = await createSubscribed();
    const mail = await mails.next(email, 1);
    expect(headersOf(mail)).toContain(`List-Unsubscribe-Post: ${ONE_CLICK}`);
    expect(mail.split(link).length).toBeGreaterThan(3);
    expect(link).toMatch(/^https:\/\/watch\.example\/service\/mail\/unsubscribe\/[\w-]+$/);
    const opened = await open(link);
    expect(opened.status).toBe(200);
    expect(opened.page).toContain(`will send no more notifications about devices to ${email}.`);
    expect(opened.page).toContain('<form method="post"><button>Unsubscribe</button></form>');
    expect(await emailStateOf(ada)).toBe('confirmed');

    const done = await open(link, ONE_CLICK);
    expect(done.status).toBe(200);
    expect(done.page).toContain('You are unsubscribed.');
    expect(await emailStateOf(ada)).toBe('unsubscribed');
    const { list } = await ada.call('querySubscriptions', {});
    expect(list).toMatchObject([{ isConfirmed: false, isUnsubscribed: true }]);
    await expect(
      ada.call('sendTestMessage', { recipientId: list[0]?.recipientId ?? 0, channel: 'email' }),
    ).rejects.toMatchObject({ errorName: 'address-unconfirmed' });
    expect(await auditOf(account.accountId, 'unsubscribed')).toEqual([
      { login: email, user_id: null, target: email, after: { channel: 'email' } },
    ]);

    // A notice after it reaches others only.
    const other = `other.${email}`;
    await ada.call('addSubscription', subscriptionTo(await confirmedContact(world, ada, other)));
    world.clock.advance(1);
    await world.appendNotice(account.accountId, trackerId, {});
    await mails.next(other, 1);
    expect(mails.to(email)).toHaveLength(1);

    // Programs repeat the request: it stays as it is.
    expect((await open(link)).page).toContain('You are unsubscribed.');
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await open(link, form)).status).toBe(200);
    expect(await auditOf(account.accountId, 'unsubscribed')).toHaveLength(1);
  });

  test('ends messages that wait, until the owner confirms the address again', async () => {
    const { account, ada, trackerId, email, recipientId, link } = await createSubscribed();
    await ada.call('addSubscription', subscriptionTo(recipientId, { digestMinutes: 15, msgTypes: ['STOP'] }));
    const [first] = (await ada.call('querySubscriptions', {})).list;
    await ada.call('removeSubscription', { subscriptionId: first?.subscriptionId ?? 0 });
    world.clock.advance(1);
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'STOP' });
    await deliveriesIn(ada, ['waiting']);
    await open(link, ONE_CLICK);
    world.clock.advance(15 * MINUTE);
    expect(await deliveriesIn(ada, ['dropped'])).toMatchObject([{ reason: 'unsubscribed' }]);
    await ada.call('sendAddressCode', { recipientId, channel: 'email' });
    expect((await open(confirmLinkOf(await mails.next(email, 2)), '')).status).toBe(200);
    expect(await emailStateOf(ada)).toBe('confirmed');
  });

  test('is refused if it is forged, of another recipient or purpose, or no longer theirs', async () => {
    const { ada, email, recipientId, link } = await createSubscribed();
    const { link: otherLink, ada: other } = await createSubscribed();
    const last = link.at(-1) === 'A' ? 'B' : 'A';
    const signature = /-([\w-]{24})$/.exec(link)?.[1] ?? '';
    const invalid = [
      `${link.slice(0, -1)}${last}`,
      otherLink.replace(/[\w-]{24}$/, signature),
      link.replace('unsubscribe', 'confirm'),
      link.replace(/\/\d+-/, '/999999999-'),
      link.replace(/\/\d+-/, `/${'9'.repeat(40)}-`),
      `${PUBLIC}/service/mail/unsubscribe/x`,
    ];
    for (const one of invalid) {
      for (const result of [await open(one), await open(one, ONE_CLICK)]) {
        expect(result.status).toBe(404);
        expect(result.page).not.toContain(email);
      }
    }
    expect([await emailStateOf(ada), await emailStateOf(other)]).toEqual(['confirmed', 'confirmed']);
    const recipient = { kind: 'contact', recipientName: 'Duty', language: 'en_US', phone: null } as const;
    await ada.call('editRecipient', { recipientId, recipient: { ...recipient, email: `new.${email}` } });
    expect((await open(link, ONE_CLICK)).status).toBe(404);
    await ada.call('editRecipient', { recipientId, recipient: { ...recipient, email } });
    expect((await open(link)).status).toBe(200);
    await ada.call('removeRecipient', { recipientId });
    expect((await open(link, ONE_CLICK)).status).toBe(404);
  });
});

describe('the link that confirms', () => {
  async function createUnconfirmed() {
    const harbour = await createHarbour();
    const { recipientId } = await harbour.ada.call('addRecipient', {
      recipient: {
        kind: 'contact',
        recipientName: 'Duty',
        language: 'en_US',
        email: harbour.email,
        phone: null,
      },
    });
    const channel = 'email' as const;
    await harbour.ada.call('sendAddressCode', { recipientId, channel });
    const mail = await mails.next(harbour.email, 1);
    const code = /Your code is (\d{6})\./.exec(mail)?.[1] ?? '';
    return { ...harbour, recipientId, channel, mail, code, link: confirmLinkOf(mail) };
  }

  test('confirms by its POST alone, once', async () => {
    const { account, ada, email, recipientId, channel, mail, code, link } = await createUnconfirmed();
    expect(headersOf(mail)).not.toContain('List-Unsubscribe');
    const opened = await open(link);
    expect(opened.page).toContain(`wants to send notifications about devices to ${email}.`);
    expect(await emailStateOf(ada)).toBe('unconfirmed');
    expect((await open(link, '')).page).toContain('The address is confirmed.');
    expect(await emailStateOf(ada)).toBe('confirmed');
    expect(await auditOf(account.accountId, 'confirmAddress')).toEqual([
      { login: 'Duty', user_id: null, target: 'Duty', after: { channel: 'email' } },
    ]);
    expect((await open(link, '')).status).toBe(404);
    await expect(ada.call('confirmAddress', { recipientId, channel, code })).rejects.toMatchObject({
      errorName: 'code-wrong',
    });
  });

  test('is refused after a newer code, after the code was used, and after a day', async () => {
    const { ada, email, recipientId, channel, link } = await createUnconfirmed();
    world.clock.advance(MINUTE);
    await ada.call('sendAddressCode', { recipientId, channel });
    const newer = confirmLinkOf(await mails.next(email, 2));
    expect(newer).not.toBe(link);
    expect((await open(link, '')).status).toBe(404);
    expect((await open(newer)).status).toBe(200);
    const used = await createUnconfirmed();
    await used.ada.call('confirmAddress', { recipientId: used.recipientId, channel, code: used.code });
    expect((await open(used.link, '')).status).toBe(404);
    world.clock.advance(24 * 60 * MINUTE + 1);
    for (const result of [await open(newer), await open(newer, '')]) {
      expect(result.status).toBe(404);
      expect(result.page).toContain('This link is not valid, has expired or was used.');
    }
    await ada.signIn();
    expect(await emailStateOf(ada)).toBe('unconfirmed');
  });
});

test('writes a page in each language and escapes the name of the system', () => {
  const page = { purpose: 'unsubscribe', state: 'open', sysName: '<b>海</b>', email: 'a@b.example' } as const;
  expect(addressPage({ ...page, language: 'zh_CN' })).toContain('<html lang="zh-CN">');
  expect(addressPage({ ...page, language: 'zh_CN' })).toContain('&lt;b&gt;海&lt;/b&gt;');
  expect(addressPage({ ...page, language: 'en_US', state: 'invalid' })).not.toContain('<form');
});
