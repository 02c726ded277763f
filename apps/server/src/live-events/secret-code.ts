import { randomInt } from 'node:crypto';
import { hashToken } from '../identity/tokens.ts';

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** Codes of different kinds never match each other. */
export type CodeKind = 'voucher' | 'helper';

/** Groups of a new code: 80 random bits are worth money, 60 bits are typed by hand on a phone. */
const GROUPS: Readonly<Record<CodeKind, number>> = { voucher: 4, helper: 3 };

/** A random code in groups of four characters: `7K3M-90QW-ABCD`. 5 bits a character. */
export function newCode(kind: CodeKind): string {
  const group = () =>
    Array.from({ length: GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS[kind] }, group).join('-');
}

/**
 * SHA-256 of a code as typed: case, spaces and hyphens do not matter, and letters that look like digits are read as these. Only
 * this is stored.
 */
export function hashCode(kind: CodeKind, typed: string): Buffer {
  const characters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return hashToken(`${kind}:${characters}`);
}

/** The last characters of a code, by which people recognize it. */
export function endOfCode(code: string): string {
  return code.slice(-GROUP);
}
