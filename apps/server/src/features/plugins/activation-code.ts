import { createHash, randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O, U (https://www.crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 20 characters of 5 bits: 100 random bits. */
const LENGTH = 20;
const GROUP_LENGTH = 5;

/** Generates a code in its printed form: `7Q2KD-M0V4H-XXB9T-1ZC8E`. */
export function makeActivationCode(): string {
  // 256 is a multiple of 32: all characters are equally likely.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return characters.join('').replaceAll(new RegExp(`.{${GROUP_LENGTH}}(?=.)`, 'g'), '$&-');
}

/**
 * SHA-256 of a code, the only form that the database stores; null if the text is not a code. Case, hyphens and spaces
 * are ignored; O counts as 0, and I or L as 1, as Crockford specifies.
 */
export function hashActivationCode(typed: string): Buffer | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== LENGTH || [...code].some((character) => !ALPHABET.includes(character))) return null;
  return createHash('sha256').update(code).digest();
}
