import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { InboundMail } from '../mail/inbound-mail.ts';
import { DOVECOT, Dovecot } from '../testing/dovecot.ts';
import { createImapEdge } from './imap.ts';
import type { ImapServer } from './imap-server.ts';

const INBOX = 'gulls@boats.example';
const log = pino({ level: 'silent' });

describe.skipIf(DOVECOT === null)('an IMAP server', () => {
  let dovecot: Dovecot;
  let server: ImapServer;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    dovecot = await Dovecot.start();
    const { imap } = readConfig({ WAKELINE_IMAP_URL: dovecot.url, WAKELINE_IMAP_ADDRESS: INBOX });
    if (imap === null) throw new Error('no mailbox');
    server = imap;
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(() => dovecot.stop());

  /** E-mails that the edge refused. */
  let refused = 0;

  /** Starts an edge; `failures` e-mails are not processed at first. */
  async function start(failures = 0): Promise<InboundMail[]> {
    const mails: InboundMail[] = [];
    let left = failures;
    const edge = createImapEdge({
      server,
      clock: systemClock,
      log,
      refuse() {
        refused += 1;
      },
      async process(mail) {
        if (left-- > 0) throw new Error('no database');
        mails.push(mail);
      },
    });
    await edge.start();
    stops.push(() => edge.stop());
    return mails;
  }

  const next = (mails: readonly InboundMail[], count: number) =>
    eventually(`${count} e-mails`, () => (mails.length >= count ? mails[count - 1] : null));
  const marked = (subject: string) =>
    eventually(`the mark of ${subject}`, async () =>
      (await dovecot.flagged('WakelineDone')).includes(subject),
    );

  test('passes on e-mails as they arrive, once', async () => {
    await dovecot.deliver(
      'From: Duty <Duty@Harbour.example>\nTo: "Gull" <gulls+0123456789ab@boats.example>\nSubject: first\n' +
        'Message-ID: <1@harbour.example>\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: base64\n\n' +
        // 已到港 in GB 2312.
        '0tG1vbjb\n',
    );
    const mails = await start();
    expect(await next(mails, 1)).toEqual({
      id: '1@harbour.example',
      from: 'duty@harbour.example',
      subject: 'first',
      text: '已到港',
      replyToken: '0123456789ab',
      isAutomatic: false,
      sbd: null,
    });
    await marked('first');
    await dovecot.deliver('From: a@b.example\nSubject: second\nMessage-ID: <2@b.example>\n\nHello\n');
    expect((await next(mails, 2)).text.trim()).toBe('Hello');
    await marked('second');
    await stops.splice(0)[0]?.();
    const again = await start();
    await dovecot.deliver('From: a@b.example\nSubject: third\n\nThird\n');
    expect((await next(again, 1)).subject).toBe('third');
  });

  test('does not transfer an attachment of 20 MB', async () => {
    const attachment = `${'QUJD'.repeat(19)}\r\n`.repeat(350_000);
    await dovecot.deliver(
      'From: a@b.example\nSubject: large\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n' +
        '--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n' +
        `Content-Transfer-Encoding: base64\n\n${attachment}\n--x\nContent-Type: text/html; charset=utf-8\n\n<p>Come&nbsp;home</p>\n` +
        '--x\nContent-Type: application/octet-stream; name=1.sbd\nContent-Transfer-Encoding: base64\n\naGk=\n--x--\n',
    );
    const mails = await start();
    const mail = await eventually('the large e-mail', () => mails.find(({ subject }) => subject === 'large'));
    expect(mail.text.trim()).toBe('Come home');
    expect(Buffer.from(mail.sbd ?? []).toString()).toBe('hi');
  });

  test('repeats an e-mail that could not be stored', async () => {
    await dovecot.deliver('From: a@b.example\nSubject: repeated\n\nAgain\n');
    const mails = await start(1);
    await eventually('the repeated e-mail', () => mails.some(({ subject }) => subject === 'repeated'));
    await marked('repeated');
  });

  test('limits a text, and a structure without end', async () => {
    await dovecot.deliver(`From: a@b.example\nSubject: long\n\n${'0123456789\n'.repeat(50_000)}`);
    const parts = '--x\nContent-Type: image/png; name="0123456789012345678901234567890"\n\n\n'.repeat(60_000);
    await dovecot.deliver(
      `From: a@b.example\nSubject: endless\nContent-Type: multipart/mixed; boundary=x\n\n${parts}--x--\n`,
    );
    await dovecot.deliver('From: a@b.example\nSubject: after\n\nAfter\n');
    const mails = await start();
    await eventually('the e-mail after them', () => mails.some(({ subject }) => subject === 'after'));
    expect(mails.find(({ subject }) => subject === 'long')?.text).toHaveLength(65_536);
    await marked('endless');
    expect(refused).toBe(1);
    expect(mails.map(({ subject }) => subject)).not.toContain('endless');
  });

  test('connects again after the server was gone, and reads what arrived within a week', async () => {
    const mails = await start();
    await dovecot.deliver('From: a@b.example\nSubject: before\n\n1\n');
    await eventually('the first e-mail', () => mails.some(({ subject }) => subject === 'before'));
    await dovecot.end();
    await dovecot.run();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    // Messages to terminals wait for 5 days at most.
    for (const [subject, hours] of [
      ['too old', 9 * 24],
      ['a day ago', 24],
      ['meanwhile', 0],
    ] as const)
      await dovecot.deliver(`From: a@b.example\nSubject: ${subject}\n\n2\n`, hoursAgo(hours));
    await eventually('the last e-mail', () => mails.some(({ subject }) => subject === 'meanwhile'));
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects.slice(subjects.indexOf('before'))).toEqual(['before', 'a day ago', 'meanwhile']);
  });

  test('is checked: with a wrong password it does not work', async () => {
    const options = { clock: systemClock, log, process: async () => undefined, refuse: () => undefined };
    const check = (changed: Partial<ImapServer>) =>
      createImapEdge({ ...options, server: { ...server, ...changed } }).check();
    expect(await check({})).toMatchObject({ isWorking: true });
    expect(await check({ password: 'wrong' })).toMatchObject({ isWorking: false });
    expect(await check({ mailbox: 'Missing' })).toMatchObject({ isWorking: false });
  });
});
