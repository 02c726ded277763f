import { PHONE_ADDRESS } from './addresses.ts';

/** A Chinese mobile number without the country code. */
const MOBILE = /^1\d{10}$/;

/**
 * The one form of a phone number in which it is stored and compared: a Chinese mobile number without its country code,
 * because gateways in China take and deliver it so; others with their `+` if they were written with it or with `00`.
 * Null: it is no phone number.
 */
export function canonicalPhone(written: string): string | null {
  if (written.length > 64) return null;
  const compact = written
    .normalize('NFKC')
    .replaceAll(/[\s().-]/g, '')
    .replace(/^00/, '+');
  const [, plus, number = ''] = /^(\+?)(\d{7,20})$/.exec(compact) ?? [];
  const national = number.startsWith('86') ? number.slice(2) : null;
  if (national !== null && MOBILE.test(national)) return national;
  const phone = `${plus}${number}`;
  return PHONE_ADDRESS.test(phone) ? phone : null;
}
