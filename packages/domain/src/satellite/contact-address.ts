import { EMAIL_ADDRESS } from './addresses.ts';
import type { ContactKind } from './convention.ts';
import { canonicalPhone } from './phone-number.ts';

/** RFC 5321, errata 1690. */
const MAX_EMAIL = 254;

/**
 * The form in which the address of a contact is stored and compared; null if it is none: a phone number by
 * `canonicalPhone`, an e-mail address in lower case, the openid of a WeChat user unchanged.
 */
export function normalizeContactAddress(kind: ContactKind, written: string): string | null {
  if (kind === 'phone') return canonicalPhone(written);
  const text = written.normalize('NFKC').trim();
  if (kind === 'wechat') return text === '' ? null : text;
  return text.length <= MAX_EMAIL && EMAIL_ADDRESS.test(text) ? text.toLowerCase() : null;
}
