import { createHash, randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O, U (https://www.crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 20 characters of 5 bits: 100 random bits. */
const LENGTH = 20;
const GROUP_LENGTH = 5;

/** A new code as it is handed out: `7Q2KD-M0V4H-XXB9T-1ZC8E`. */
export function makeActivationCode(): string {
  // 256 is a multiple of 32: each character is as likely.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return characters.join('').replaceAll(new RegExp(`.{${GROUP_LENGTH}}(?=.)`, 'g'), '$&-');
}

/**
 * SHA-256 of a code, which is all that the database keeps; null for a text that is none. Case, hyphens and spaces are
 * forgiven, and, as Crockford has it, O for 0 and I or L for 1.
 */
export function hashActivationCode(typed: string): Buffer | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== LENGTH || [...code].some((character) => !ALPHABET.includes(character))) return null;
  return createHash('sha256').update(code).digest();
}
