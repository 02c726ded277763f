import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * SHA-1 of the sorted values, joined, hexadecimal (developers.weixin.qq.com, message push). `signature` is that of token,
 * timestamp and nonce; `msg_signature` that of these and the encrypted content.
 */
export function signWechat(values: readonly string[]): string {
  return createHash('sha1').update(values.toSorted().join('')).digest('hex');
}

/** Compares in a time that does not depend on where the signatures differ. */
export function isSignedBy(values: readonly string[], signature: string): boolean {
  const given = Buffer.from(/^[\da-f]{40}$/i.test(signature) ? signature : '', 'hex');
  const expected = Buffer.from(signWechat(values), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
