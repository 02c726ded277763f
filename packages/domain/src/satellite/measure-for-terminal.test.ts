import { expect, test } from 'vitest';
import { measureForTerminal } from './measure-for-terminal.ts';
import { splitForTerminal, type TerminalCapacity } from './terminal-parts.ts';

const beidou: TerminalCapacity = { network: 'beidou', level: 3, bits: null };
const iridium: TerminalCapacity = { network: 'iridium', level: null, bits: null };
const inreach: TerminalCapacity = { network: 'inreach', level: null, bits: null };

test('counts bits of BeiDou, of which level 3 has 628', () => {
  // 14 bits a character; 628 / 14 = 44.
  expect(measureForTerminal('已到港', beidou, false)).toEqual({
    unit: 'bits',
    used: 42,
    limit: 628,
    left: 586,
    characters: 3,
    hanziLeft: 41,
    parts: 1,
    missing: [],
  });
  expect(measureForTerminal('到'.repeat(45), beidou, false)).toMatchObject({
    used: 630,
    parts: 2,
    hanziLeft: 43,
  });
});

test('an urgent message has 188 bits', () => {
  expect(measureForTerminal('到'.repeat(14), beidou, true)).toMatchObject({ limit: 188, parts: 2 });
});

test('names the characters that BeiDou lacks', () => {
  expect(measureForTerminal('好👍', beidou, false)).toMatchObject({ parts: 0, missing: ['👍'] });
});

test('counts bytes of Iridium, of which a modem takes 270', () => {
  // Three bytes a Chinese character in UTF-8.
  expect(measureForTerminal('到港', iridium, false)).toMatchObject({
    unit: 'bytes',
    used: 6,
    limit: 270,
    left: 264,
    characters: 2,
    parts: 1,
  });
});

test('counts characters of inReach: 160, or 80 if one is not in GSM', () => {
  expect(measureForTerminal('a'.repeat(161), inreach, false)).toMatchObject({
    limit: 160,
    left: 159,
    parts: 2,
  });
  expect(measureForTerminal('到港', inreach, false)).toMatchObject({
    unit: 'characters',
    limit: 80,
    left: 78,
  });
});

test.each([beidou, iridium, inreach])('no text takes no transmission: %o', (capacity) => {
  expect(measureForTerminal('', capacity, false)).toMatchObject({ used: 0, characters: 0, parts: 0 });
});

test.each([
  ['到'.repeat(100), beidou],
  [`12${'到'.repeat(44)}`, beidou],
  ['12345678'.repeat(30), { ...beidou, level: 1 }],
  ['到a'.repeat(90), iridium],
  ['€[]'.repeat(60), inreach],
  ['👍🏽'.repeat(50), inreach],
])('agrees with what is sent: %#', (text, capacity) => {
  const split = splitForTerminal(text, capacity, { urgent: false, maxParts: 1_000 });
  expect('parts' in split && split.parts.length).toBe(measureForTerminal(text, capacity, false).parts);
});
