import type { AddressConvention } from './convention.ts';

/**
 * What is wrong with a convention:
 *
 * - `invalid-prefix`: not one or two ASCII characters that no other address starts with
 * - `invalid-word`: not 2 to 12 lower-case letters of any script
 * - `too-many-words`: more than 5 for one receiver
 * - `no-word`: none for a receiver
 * - `ambiguous-word`: a word that is the start of another, or stands twice
 */
export type ConventionError =
  | 'invalid-prefix'
  | 'invalid-word'
  | 'too-many-words'
  | 'no-word'
  | 'ambiguous-word';

const MAX_WORDS = 5;
/** Neither letters, digits, separators and quotes, nor what phone numbers and e-mail addresses start with. */
const PREFIX = /^[!#$%&*./=?^_~-]{1,2}$/;
const WORD = /^\p{L}{2,12}$/u;

/** Checks a convention before it is stored. Returns the first error; null if it is valid. */
export function validateConvention(convention: AddressConvention): ConventionError | null {
  if (!PREFIX.test(convention.cardPrefix)) return 'invalid-prefix';
  const lists = [convention.wechatWords, convention.weiboWords, convention.weatherWords];
  if (lists.some((words) => words.length === 0)) return 'no-word';
  if (lists.some((words) => words.length > MAX_WORDS)) return 'too-many-words';
  const words = lists.flat();
  // Words are compared with the normalized address, so they must be normalized.
  if (words.some((word) => !WORD.test(word) || word !== word.normalize('NFKC').toLowerCase()))
    return 'invalid-word';
  const isAmbiguous = words.some((word, index) =>
    words.some((other, otherIndex) => index !== otherIndex && other.startsWith(word)),
  );
  return isAmbiguous ? 'ambiguous-word' : null;
}
