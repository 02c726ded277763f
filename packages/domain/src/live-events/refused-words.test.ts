import { expect, test } from 'vitest';
import { hasRefusedWord, normalizeWords } from './refused-words.ts';

const words = normalizeWords(['Spam', '广告', ' s p a m ', '--']);

test('keeps each word once in the form in which it is compared', () => {
  expect(words).toEqual(['spam', '广告']);
});

test.each([
  ['SPAM!', true],
  ['s.p a-m', true],
  // Full-width letters, and a zero-width space.
  ['ｓｐａｍ', true],
  ['sp\u200bam', true],
  ['这是广 告', true],
  ['spa', false],
  ['加油', false],
])('finds refused words in %j: %j', (text, expected) => {
  expect(hasRefusedWord([text], words)).toBe(expected);
});

test('looks at the name as well, and refuses nothing without words', () => {
  expect(hasRefusedWord(['spam shop', 'hello'], words)).toBe(true);
  expect(hasRefusedWord(['spam'], [])).toBe(false);
});
