import { expect, test } from 'vitest';
import { splitForTerminal } from './terminal-parts.ts';

const beidou = { network: 'beidou', level: 3, bits: null } as const;
const iridium = { network: 'iridium', level: null, bits: null } as const;
const options = { urgent: false, maxParts: 10 };

function countParts(
  text: string,
  capacity: Parameters<typeof splitForTerminal>[1],
  urgent = false,
): number | string {
  const split = splitForTerminal(text, capacity, { ...options, urgent });
  return 'parts' in split ? split.parts.length : split.error;
}

test('fills messages to BeiDou cards by their level', () => {
  // 628 bits of level 3 hold 44 characters of 14 bits; 110 bits of level 1 hold 7.
  expect(countParts('到'.repeat(44), beidou)).toBe(1);
  expect(countParts('到'.repeat(45), beidou)).toBe(2);
  expect(countParts('到'.repeat(7), { ...beidou, level: 1 })).toBe(1);
  expect(countParts('到'.repeat(8), { ...beidou, level: 1 })).toBe(2);
  // 14,000 bits hold 1,000.
  expect(countParts('到'.repeat(1_000), { ...beidou, level: 5 })).toBe(1);
  // 80 bits hold 5, and go before the level.
  expect(countParts('到'.repeat(6), { ...beidou, bits: 80 })).toBe(2);
  // A card whose level is not known counts as level 3.
  expect(countParts('到'.repeat(45), { ...beidou, level: null })).toBe(2);
});

test('an urgent message to a BeiDou card has 188 bits at any level', () => {
  expect(countParts('到'.repeat(13), beidou, true)).toBe(1);
  expect(countParts('到'.repeat(14), beidou, true)).toBe(2);
});

test('fills messages of 270 bytes to Iridium modems, or of their own limit', () => {
  expect(countParts('a'.repeat(270), iridium)).toBe(1);
  expect(countParts('a'.repeat(271), iridium)).toBe(2);
  // 90 characters of three bytes in UTF-8.
  expect(countParts('到'.repeat(90), iridium)).toBe(1);
  expect(countParts('a'.repeat(101), { ...iridium, bits: 800 })).toBe(2);
});

test('fills messages of 160 characters to inReach', () => {
  expect(countParts('a'.repeat(161), { network: 'inreach', level: null, bits: null })).toBe(2);
});

test('refuses a text with characters that GBK lacks, and names them', () => {
  expect(splitForTerminal('好👍𠮷👍', beidou, options)).toEqual({
    error: 'unencodable',
    characters: ['👍', '𠮷'],
  });
  expect(countParts('好👍', iridium)).toBe(1);
});

test('refuses a text that takes too many messages', () => {
  expect(countParts('到'.repeat(440), beidou)).toBe(10);
  expect(countParts('到'.repeat(441), beidou)).toBe('too-long');
});
