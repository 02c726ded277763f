import { randomInt } from 'node:crypto';

/** Letters and digits that cannot be confused when typed from a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** A random password that sub-accounts and communication accounts accept. */
export function createPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
