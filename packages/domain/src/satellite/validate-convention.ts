import type { AddressConvention } from './convention.ts';

/**
 * What is wrong with a field of a convention:
 *
 * - `invalid-prefix`: not one or two ASCII characters that no other address starts with
 * - `invalid-word`: not 2 to 12 lower-case letters of any script
 * - `too-many-words`: more than 5 for one receiver
 * - `no-word`: none for a receiver
 * - `ambiguous-word`: a word that is the start of another, or stands twice
 */
type ConventionError = 'invalid-prefix' | 'invalid-word' | 'too-many-words' | 'no-word' | 'ambiguous-word';

export interface ConventionProblem {
  readonly field: keyof AddressConvention;
  readonly error: ConventionError;
  /** The word that the error is about; null: none. */
  readonly word: string | null;
}

export const MAX_CONVENTION_WORDS = 5;
/** Neither letters, digits, separators and quotes, nor what phone numbers and e-mail addresses start with. */
const PREFIX = /^[!#$%&*./=?^_~-]{1,2}$/;
const WORD = /^\p{L}{2,12}$/u;
const WORD_FIELDS = ['wechatWords', 'weiboWords', 'weatherWords'] as const;

/** Checks a convention before it is stored. Returns the first problem of each field; empty if it is valid. */
export function validateConvention(convention: AddressConvention): readonly ConventionProblem[] {
  const problems: ConventionProblem[] = [];
  if (!PREFIX.test(convention.cardPrefix))
    problems.push({ field: 'cardPrefix', error: 'invalid-prefix', word: null });
  const all = WORD_FIELDS.flatMap((field) => convention[field]).filter(isWord);
  for (const field of WORD_FIELDS) {
    const problem = findWordProblem(convention[field], all);
    if (problem !== null) problems.push({ field, ...problem });
  }
  return problems;
}

/** @param all the valid words of all receivers, with these */
function findWordProblem(
  words: readonly string[],
  all: readonly string[],
): Pick<ConventionProblem, 'error' | 'word'> | null {
  if (words.length === 0) return { error: 'no-word', word: null };
  if (words.length > MAX_CONVENTION_WORDS) return { error: 'too-many-words', word: null };
  const invalid = words.find((word) => !isWord(word));
  if (invalid !== undefined) return { error: 'invalid-word', word: invalid };
  // Each word is related to itself once.
  const ambiguous = words.find((word) => all.filter((other) => isRelated(word, other)).length > 1);
  return ambiguous === undefined ? null : { error: 'ambiguous-word', word: ambiguous };
}

/** Words are compared with the normalized address, so they must be normalized. */
function isWord(word: string): boolean {
  return WORD.test(word) && word === word.normalize('NFKC').toLowerCase();
}

/** Whether one of two words is the start of the other. */
function isRelated(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
