import { describe, expect, it } from 'vitest';
import { chooseParts } from './choose-parts.ts';
import { findReplyToken, isAutomatic, parseHeaders } from './headers.ts';
import { htmlToText } from './html-text.ts';
import { replyPart } from './reply-part.ts';

describe('the reply part', () => {
  it.each([
    [
      'a quote of Gmail',
      'Come home.\n\nOn Mon, Nov 23, 2026 at 5:00 PM Gull <inbox@example.com> wrote:\n\n> Fuel low\n>\n',
    ],
    [
      'an attribution in two lines',
      'Come home.\r\n\r\nOn Mon, Nov 23, 2026 at 5:00 PM Gull\r\n<inbox@example.com> wrote:\r\n\r\n> Fuel low',
    ],
    ['an answer below the quote', 'On Monday Gull wrote:\n> Fuel low\n\nCome home.'],
    [
      'a quote of QQ Mail',
      'Come home.\n\n------------------ 原始邮件 ------------------\n发件人: "Gull"\nFuel low',
    ],
    [
      'a quote of NetEase',
      'Come home.\n\n在 2026-11-23 17:00:00，"Gull" <inbox@example.com> 写道：\n\nFuel low',
    ],
    [
      'a quote of Foxmail',
      'Come home.\n\n发件人： Gull\n发送时间： 2026-11-23 17:00\n收件人： duty\n主题： Fuel low\nFuel low',
    ],
    [
      'a quote of Outlook',
      'Come home.\n\n________________________________\nFrom: Gull <inbox@example.com>\nSent: Monday\n\nFuel low',
    ],
    [
      'an unmarked quote of Outlook',
      'Come home.\n\nFrom: Gull <inbox@example.com>\nSent: Monday\nTo: Duty\n\nFuel low',
    ],
    ['a signature', 'Come home.\n\n-- \nDuty officer\n+86 20 1234'],
    ['a signature of a phone', 'Come home.\n\nSent from my iPhone'],
    ['a signature of a Chinese phone', 'Come home.\n\n发自我的iPhone'],
  ])('leaves out %s', (_, text) => {
    expect(replyPart(text)).toBe('Come home.');
  });

  it('keeps what only looks like a quote', () => {
    const text =
      'On the way: 3 boats.\n\nFrom: the harbour\nwe sail at 5 -- or 6\n2 > 1 and -- not a signature';
    expect(replyPart(text)).toBe(text);
  });

  it('keeps answers between marked quotes', () => {
    expect(replyPart('On Monday Gull wrote:\n> Fuel?\nYes\n> When?\nNow')).toBe('Yes\nNow');
  });

  it('of a quote alone is empty', () => {
    expect(replyPart('> Fuel low\n> Gull')).toBe('');
    expect(replyPart('')).toBe('');
  });

  it('of a long hostile text does not take a time that grows faster than the text', () => {
    const units = [
      'On ',
      'On 1 ',
      '在1 ',
      '> ',
      '-- ',
      '写道',
      '_',
      '\n',
      'On \n',
      `${'1'.repeat(290)}写道\n`,
    ];
    for (const unit of units) replyPart(unit.repeat(20_000 / unit.length));
  });
});

describe('HTML', () => {
  it('becomes lines of text', () => {
    const html =
      '<html><head><title>T</title><style>p { color: red }</style></head><body><p>Come &lt;home&gt;&nbsp;&amp; call.</p>' +
      '<div>One<br>two</div><ul><li>a</li><li>b</li></ul><script>alert(1)</script><img src="http://x.example/p.gif"></body></html>';
    expect(htmlToText(html).trim()).toBe('Come <home> & call.\nOne\ntwo\na\nb');
  });

  it('loses its quotes', () => {
    const html =
      '<div>Come home.</div><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On Monday Gull wrote:<br></div>' +
      '<blockquote><div>Fuel low</div></blockquote></div>';
    expect(htmlToText(html).trim()).toBe('Come home.');
    expect(htmlToText('<p>Yes</p><blockquote type="cite"><p>Fuel low</p></blockquote>').trim()).toBe('Yes');
  });

  it('that is malformed or deep becomes some text', () => {
    expect(htmlToText('<p>a<b>c</p><!--').trim()).toBe('ac');
    expect(htmlToText(`${'<div>'.repeat(20_000)}deep`).trim()).toBe('deep');
    expect(htmlToText('&lt;script&gt;').trim()).toBe('<script>');
  });
});

describe('headers', () => {
  const parse = (text: string) => parseHeaders(Buffer.from(text.replaceAll('\n', '\r\n')));

  it.each([
    'Auto-Submitted: auto-replied',
    'auto-submitted: auto-generated (rejected)',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'X-Auto-Response-Suppress: DR, OOF, AutoReply',
    'X-Autoreply: yes',
    'Return-Path: <>',
    'Return-Path:\n <>',
    'List-Id: <boats.example.com>',
    'Content-Type: multipart/report;\n report-type=delivery-status',
  ])('%j are those of a program', (text) => {
    expect(isAutomatic(parse(text))).toBe(true);
  });

  it.each([
    '',
    'Auto-Submitted: no',
    'Precedence: normal',
    'Return-Path: <duty@example.com>',
    'X-Auto-Response-Suppress: None',
  ])('%j are those of a person', (text) => {
    expect(isAutomatic(parse(text))).toBe(false);
  });

  it('have the token of the address', () => {
    const inbox = 'Inbox@boats.example';
    const find = (text: string) => findReplyToken(parse(text), inbox);
    expect(find('To: Gull <inbox+0123abcd4567@boats.example>')).toBe('0123abcd4567');
    expect(find('To: a@b.example,\n "x, y" <INBOX+0123ABCD@BOATS.example>')).toBe('0123abcd');
    expect(find('Delivered-To: inbox+0123abcd@boats.example')).toBe('0123abcd');
    expect(find('To: inbox@boats.example')).toBeNull();
    expect(find('To: inbox+@boats.example, inbox+x@boats.example')).toBeNull();
    expect(find('To: inbox+0123abcd@boats.example.evil.example')).toBeNull();
    expect(find('To: otherinbox+0123abcd@boats.example')).toBeNull();
  });
});

describe('the parts of an e-mail', () => {
  const text = { type: 'text/plain', part: '1.1' };
  const html = { type: 'text/html', part: '1.2' };

  it('are its plain text and an SBD attachment', () => {
    const sbd = {
      type: 'application/octet-stream',
      part: '2',
      dispositionParameters: { filename: 'a_1.SBD' },
    };
    const root = {
      type: 'multipart/mixed',
      childNodes: [{ type: 'multipart/alternative', part: '1', childNodes: [html, text] }, sbd],
    };
    expect(chooseParts(root)).toEqual({ text, sbd: '2' });
  });

  it('are HTML without plain text, and never an attached text', () => {
    const attached = { type: 'text/plain', part: '1', disposition: 'attachment' };
    const named = { type: 'text/plain', part: '3', parameters: { name: 'notes.txt' } };
    expect(chooseParts({ type: 'multipart/mixed', childNodes: [attached, html, named] })).toEqual({
      text: html,
      sbd: null,
    });
    expect(chooseParts({ type: 'text/plain' })).toEqual({
      text: { type: 'text/plain', part: '1' },
      sbd: null,
    });
    expect(chooseParts({ type: 'image/png' })).toEqual({ text: null, sbd: null });
  });

  it('are limited in number and depth', () => {
    let deep: Parameters<typeof chooseParts>[0] = text;
    for (let level = 0; level < 10_000; level++) deep = { type: 'multipart/mixed', childNodes: [deep] };
    expect(chooseParts(deep).text).toBeNull();
    const many = Array.from({ length: 100 }, () => ({ type: 'image/png', part: '1' }));
    expect(chooseParts({ type: 'multipart/mixed', childNodes: [...many, text] }).text).toBeNull();
  });
});
