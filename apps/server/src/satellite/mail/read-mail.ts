import type { ImapFlow } from 'imapflow';
import { chooseParts, type MailPart } from './choose-parts.ts';
import { findReplyToken, isAutomatic, NEEDED_HEADERS, parseHeaders } from './headers.ts';
import { htmlToText } from './html-text.ts';
import type { InboundMail } from './inbound-mail.ts';

/** Decoded bytes of a text that are read. */
const MAX_TEXT: Readonly<Record<MailPart['type'], number>> = { 'text/plain': 65_536, 'text/html': 262_144 };
/** More than an SBD message has (1,960). */
const MAX_SBD = 4_096;
const MAX_ID = 500;
const MAX_SUBJECT = 200;

/**
 * Reads an e-mail: its headers and structure, then the part with the text and an attachment of the Iridium gateway, each up
 * to a limit. Other attachments are never transferred. Null: it was removed meanwhile.
 *
 * @param uid in the open mailbox
 * @param inbox address of the mailbox
 */
export async function readMail(client: ImapFlow, uid: number, inbox: string): Promise<InboundMail | null> {
  const found = await client.fetchOne(
    String(uid),
    { uid: true, envelope: true, bodyStructure: true, headers: NEEDED_HEADERS },
    { uid: true },
  );
  if (found === false) return null;
  const { envelope, bodyStructure } = found;
  const headers = parseHeaders(found.headers ?? Buffer.alloc(0));
  const parts = bodyStructure === undefined ? { text: null, sbd: null } : chooseParts(bodyStructure);
  const messageId = (envelope?.messageId ?? '').replaceAll(/[<>\s\p{Cc}]/gu, '').slice(0, MAX_ID);
  const validity = client.mailbox === false ? '' : client.mailbox?.uidValidity;
  const sbd = parts.sbd === null ? null : await download(client, uid, parts.sbd, MAX_SBD + 1);
  return {
    id: messageId === '' ? `${validity}-${uid}` : messageId,
    from: envelope?.from?.[0]?.address?.trim().toLowerCase() ?? '',
    subject: (envelope?.subject ?? '').slice(0, MAX_SUBJECT),
    text: parts.text === null ? '' : await readText(client, uid, parts.text),
    replyToken: findReplyToken(headers, inbox),
    isAutomatic: isAutomatic(headers),
    sbd: sbd === null || sbd.length > MAX_SBD ? null : sbd,
  };
}

async function readText(client: ImapFlow, uid: number, { part, type }: MailPart): Promise<string> {
  const bytes = await download(client, uid, part, MAX_TEXT[type]);
  // A limit can cut a character in half; PostgreSQL cannot store NUL.
  const text = bytes
    .toString('utf8')
    .replace(/\ufffd+$/, '')
    .replaceAll('\u0000', ' ');
  return type === 'text/html' ? htmlToText(text) : text;
}

async function download(client: ImapFlow, uid: number, part: string, maxBytes: number): Promise<Buffer> {
  const found = await client.download(String(uid), part, { uid: true, maxBytes });
  if (!('content' in found) || found.content === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of found.content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
