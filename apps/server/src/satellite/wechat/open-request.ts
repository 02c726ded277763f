import type { WechatAccount } from './account.ts';
import { decryptWechat } from './encryption.ts';
import { parseWechatXml, type XmlFields } from './message-xml.ts';
import { isSignedBy } from './signature.ts';

/** The parameters of a request of WeChat. */
export interface WechatQuery {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** Of the encrypted content; empty: it is not encrypted. */
  readonly msgSignature: string;
}

/** `forged`: a signature or the encryption is wrong; `stale`: of another time; `malformed`: no message. */
export type RequestFailure = 'forged' | 'stale' | 'malformed';

/** Difference between the clocks, and the time of three attempts, milliseconds. */
export const WINDOW_MS = 10 * 60_000;
const MAX_PARAMETER = 128;

/** The parameters of a query string; null: one has a wrong form. */
export function readQuery(query: unknown): WechatQuery | null {
  const values = Object(query) as Record<string, unknown>;
  const text = (name: string): string | null => {
    const value = values[name] ?? '';
    return typeof value === 'string' && value.length <= MAX_PARAMETER ? value : null;
  };
  const [timestamp, nonce] = [text('timestamp'), text('nonce')];
  const [signature, msgSignature] = [text('signature'), text('msg_signature')];
  if (timestamp === null || nonce === null || signature === null || msgSignature === null) return null;
  return /^\d{1,12}$/.test(timestamp) && nonce !== '' ? { timestamp, nonce, signature, msgSignature } : null;
}

/** Verifies what every request has: a signature of its time with the token. Null: it is genuine. */
export function verifyRequest(
  { token }: Pick<WechatAccount, 'token'>,
  { timestamp, nonce, signature }: WechatQuery,
  now: number,
): 'forged' | 'stale' | null {
  if (!isSignedBy([token, timestamp, nonce], signature)) return 'forged';
  return Math.abs(now - Number(timestamp) * 1_000) > WINDOW_MS ? 'stale' : null;
}

/**
 * Reads the message of a verified request. Only the encrypted content is signed with its own signature: with a key, nothing
 * else of the body is used.
 */
export function openMessage(
  { token, aesKey, appId }: Pick<WechatAccount, 'token' | 'aesKey' | 'appId'>,
  { timestamp, nonce, msgSignature }: WechatQuery,
  body: string,
): XmlFields | Exclude<RequestFailure, 'stale'> {
  const fields = parseWechatXml(body);
  if (fields === null || aesKey === null) return fields ?? 'malformed';
  const encrypted = fields.get('Encrypt');
  if (encrypted === undefined) return 'forged';
  if (!isSignedBy([token, timestamp, nonce, encrypted], msgSignature)) return 'forged';
  const content = decryptWechat(aesKey, appId, encrypted);
  return content === null ? 'forged' : (parseWechatXml(content) ?? 'malformed');
}
