import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import { MailServer } from '../testing/mail-server.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { DOVECOT, Dovecot } from './testing/dovecot.ts';
import { addContact, addTerminal, newest, readMessages, type Terminal, write } from './testing/terminals.ts';

const INBOX = 'gulls@boats.example';

describe.skipIf(DOVECOT === null)('e-mail', () => {
  let mails: MailServer;
  let dovecot: Dovecot;
  let world: World;
  let account: WorldAccount;
  let gull: Terminal;
  let count = 0;
  let duty = '';

  beforeAll(async () => {
    mails = await MailServer.start();
    dovecot = await Dovecot.start();
    world = await startWorld({
      environment: {
        WAKELINE_SMTP_URL: mails.url,
        WAKELINE_SMTP_FROM: 'alerts@boats.example',
        WAKELINE_IRIDIUM_EMAIL: 'data@sbd.example.com',
        WAKELINE_IMAP_URL: dovecot.url,
        WAKELINE_IMAP_ADDRESS: INBOX,
      },
    });
  });
  afterAll(async () => {
    await world.stop();
    await dovecot.stop();
    await mails.stop();
  });
  beforeEach(async () => {
    count += 1;
    account = await world.account(`harbour ${count}`);
    gull = await addTerminal(await account.person(`ada ${count}`), `Gull${count}`);
    duty = `duty${count}@harbour.example`;
  });

  async function outcomes(): Promise<Record<string, number>> {
    const text = await (await fetch(`${world.url}/metrics`)).text();
    const lines = text.matchAll(/wakeline_peer_messages_total\{edge="email",outcome="([\w-]+)"\} (\d+)/g);
    return Object.fromEntries([...lines].map(([, outcome, number]) => [outcome, Number(number)]));
  }

  /** Delivers an e-mail, waits until it is counted, and returns its outcome. */
  async function deliver(headers: string, body: string): Promise<string> {
    const before = await outcomes();
    await dovecot.deliver(`${headers}\nSubject: Re: Gull\n\n${body}`);
    return eventually('the outcome', async () => {
      const after = await outcomes();
      return Object.keys(after).find((name) => after[name] !== before[name]);
    });
  }

  const header = (mail: string, name: string) =>
    new RegExp(`^${name}:\\s+(.*)$`, 'im').exec(mail)?.[1]?.trim() ?? '';

  test('brings a message to a person, and the reply back to the terminal', async () => {
    await addContact(world, account.accountId, { kind: 'email', address: duty });
    await write(world, gull, `${duty} 已到港 Fuel low`, {
      position: {
        latitude: 22.25081,
        longitude: 113.49972,
        altitude: null,
        time: null,
        speed: null,
        course: null,
      },
    });
    expect(await newest(world, account.accountId, 'delivered')).toMatchObject({ type: 'terminal-to-email' });
    const mail = await mails.next(duty, 1);
    const replyTo = header(mail, 'Reply-To');
    expect(replyTo).toMatch(/^gulls\+[0-9a-f]{24}@boats\.example$/);
    expect(header(mail, 'From')).toBe(`Gull${count} <${INBOX}>`);
    expect(mail).toMatch(/Message-ID: <satellite\.\d+@boats\.example>/);
    expect(header(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(mail).toContain('已到港 Fuel low');
    expect(mail).toContain('https://www.openstreetmap.org/?mlat=22.2508&mlon=113.4997');

    const headers = `From: Duty <${duty.toUpperCase()}>\nTo: ${replyTo}\nMessage-ID: <reply${count}@harbour.example>`;
    const reply = 'Come home.\n\nOn Monday Gull wrote:\n> Fuel low\n';
    expect(await deliver(headers, reply)).toBe('stored');
    const stored = await newest(world, account.accountId, 'accepted');
    expect(stored).toMatchObject({ type: 'email-to-terminal', sender: duty, content: 'Come home.' });
    expect(stored.reply_to).toBe((await readMessages(world, account.accountId))[0]?.message_id);
    // The same e-mail again, as after a restored mailbox.
    expect(await deliver(headers, reply)).toBe('duplicate');
    expect(await readMessages(world, account.accountId)).toHaveLength(2);
  });

  test('of unknown senders, programs and lists is refused', async () => {
    await addContact(world, account.accountId, { kind: 'email', address: duty });
    const text = `#${gull.imei} Sink`;
    expect(await deliver('From: stranger@example.org\nTo: gulls@boats.example', text)).toBe('not-allowed');
    const from = `From: ${duty}\nTo: ${INBOX}`;
    expect(await deliver(`${from}\nAuto-Submitted: auto-replied`, text)).toBe('automatic');
    expect(await deliver(`${from}\nPrecedence: bulk`, text)).toBe('automatic');
    expect(await deliver(`Return-Path: <>\n${from}`, text)).toBe('automatic');
    expect(await deliver(`From: ${INBOX}\nTo: ${INBOX}`, text)).toBe('automatic');
    expect(await deliver(`To: ${INBOX}`, text)).toBe('no-sender');
    expect(await deliver(from, '> only a quote')).toBe('no-terminal');
    expect(await readMessages(world, account.accountId)).toEqual([]);
    expect(await deliver(from, text)).toBe('stored');
  });

  test('that the mail server refuses fails by name', async () => {
    mails.refusals.set(duty, { code: 550, text: 'no such user' });
    await write(world, gull, `${duty} Hello`);
    expect(await newest(world, account.accountId, 'failed')).toMatchObject({ reason: 'unknown-receiver' });
  });

  test('is sent again after a temporary failure', async () => {
    mails.refusals.set(duty, { code: 451, text: 'try later' });
    await write(world, gull, `${duty} Hello`);
    expect(
      await eventually('the reason', async () => {
        const [message] = await readMessages(world, account.accountId);
        return message?.reason === 'busy' ? message : null;
      }),
    ).toMatchObject({ state: 'waiting' });
    mails.refusals.delete(duty);
    await eventually('the e-mail', () => {
      world.clock.advance(60_000);
      return mails.to(duty).length === 1;
    });
    await newest(world, account.accountId, 'delivered');
  });

  test('whose server was lost is sent again, because mail programs recognize it', async () => {
    await write(world, gull, `${duty} Hello`);
    const { message_id: messageId } = await newest(world, account.accountId, 'delivered');
    // As the lost server left it: taken, and its lease has ended.
    const { db } = world.database;
    const lost = { state: 'submitted' as const };
    await db
      .updateTable('satellite_part')
      .set({ ...lost, next_at: new Date(world.clock.now()) })
      .where('message_id', '=', messageId)
      .execute();
    await db.updateTable('satellite_message').set(lost).where('message_id', '=', messageId).execute();
    await eventually('the e-mail', () => {
      world.clock.advance(2_000);
      return mails.to(duty).length === 2;
    });
    await newest(world, account.accountId, 'delivered');
    expect(new Set(mails.to(duty).map(({ text }) => header(text, 'Message-ID'))).size).toBe(1);
  });

  test('that arrives while the IMAP server or this server is away is not lost', async () => {
    await addContact(world, account.accountId, { kind: 'email', address: duty });
    await dovecot.end();
    await dovecot.run();
    expect(await deliver(`From: ${duty}\nTo: ${INBOX}`, `#${gull.imei} one`)).toBe('stored');
    expect((await readMessages(world, account.accountId)).map(({ content }) => content)).toEqual(['one']);
  });
});
