import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import type { InboundSmsGateway } from './inbound-gateway.ts';
import type { InboundSms } from './inbound-sms.ts';

/** Messages of one request, and characters of a text: ten parts of an SMS. */
const MAX_MESSAGES = 100;
const MAX_TEXT = 1_600;
const MAX_FIELD = 128;

/**
 * Whether a request has the secret, or a signature with it. The time of the comparison does not depend on where they
 * differ.
 */
export function isAuthentic(
  { auth, secret }: Pick<InboundSmsGateway, 'auth' | 'secret'>,
  given: string,
  body: Buffer,
): boolean {
  if (auth === 'token') {
    const key = 'inbound';
    // Digests have one length, so the length of the secret is not revealed either.
    return timingSafeEqual(digest(key, given.replace(/^Bearer /i, '')), digest(key, secret));
  }
  const signature = given.replace(/^sha256=/i, '');
  const bytes = Buffer.from(signature, /^[\da-f]{64}$/i.test(signature) ? 'hex' : 'base64');
  const expected = digest(secret, body);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function digest(key: string, content: string | Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

/** Reads the messages of a request: a JSON object or array, or a form. Null: it is malformed. */
export function readMessages(
  body: Buffer,
  contentType: string,
  fields: InboundSmsGateway['fields'],
): readonly InboundSms[] | null {
  const content = contentType.includes('x-www-form-urlencoded')
    ? parse(body.toString(), '&', '=', { maxKeys: MAX_MESSAGES })
    : parseJson(body.toString());
  const list = Array.isArray(content) ? content : [content];
  if (list.length > MAX_MESSAGES) return null;
  const messages = list.map((item) => readMessage(item, fields));
  return messages.every((message) => message !== null) ? messages : null;
}

function readMessage(
  item: unknown,
  { phone, text, id, card }: InboundSmsGateway['fields'],
): InboundSms | null {
  const values = Object(item) as Record<string, unknown>;
  const sender = textOf(values[phone]);
  const content = textOf(values[text]);
  const number = id === null ? null : textOf(values[id]);
  const extension = card === null ? null : textOf(values[card]);
  if (sender === null || content === null || sender === '' || sender.length > MAX_FIELD) return null;
  if (content.length > MAX_TEXT || (number !== null && number.length > MAX_FIELD)) return null;
  if (extension !== null && extension.length > MAX_FIELD) return null;
  return { phone: sender, text: content, id: number, card: extension };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
