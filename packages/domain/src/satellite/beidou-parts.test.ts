import { describe, expect, test } from 'vitest';
import { GLOBAL_BITS, REGIONAL_BITS } from './beidou-capacity.ts';
import { encodeText } from './beidou-coding.ts';
import { measureText, splitText } from './beidou-parts.ts';

/** Level 3: 44 characters of GB 2312, 157 digits, or 77 bytes after the mark. */
const LEVEL_3 = 628;

describe('splitText', () => {
  test('keeps a text in one message up to its last bit', () => {
    expect(splitText('好'.repeat(44), 616)).toEqual(['好'.repeat(44)]);
    expect(splitText('好'.repeat(44), 615)).toEqual(['好'.repeat(43), '好']);
    expect(splitText('1'.repeat(157), LEVEL_3)).toHaveLength(1);
    expect(splitText('1'.repeat(158), LEVEL_3)).toEqual(['1'.repeat(157), '1']);
    expect(splitText('x,'.repeat(38), LEVEL_3)).toHaveLength(1);
    expect(splitText(`${'x,'.repeat(38)}yz`, LEVEL_3)).toEqual([`${'x,'.repeat(38)}y`, 'z']);
  });

  test('never splits a character of two bytes', () => {
    // 8 bits of the mark and 16 of a character that only GBK has.
    expect(splitText('镕镕镕', 39)).toEqual(['镕', '镕', '镕']);
    expect(splitText('镕镕镕', 40)).toEqual(['镕镕', '镕']);
  });

  test('chooses the coding of each message by its characters', () => {
    expect(splitText(`${'好'.repeat(4)}${'7'.repeat(14)}`, 56)).toEqual(['好好好好', '7'.repeat(14)]);
  });

  test('gives back the text', () => {
    const text = `已到港，3号泊位 berth 3 (ETA 08:30) ${'风平浪静'.repeat(100)}朱镕基`;
    const parts = splitText(text, LEVEL_3);
    expect(typeof parts === 'string' ? parts : parts.join('')).toBe(text);
    for (const part of parts) expect(encodeText(part)?.bits).toBeLessThanOrEqual(LEVEL_3);
  });

  test.each([
    ['', LEVEL_3, 'empty'],
    ['好😀', LEVEL_3, 'unencodable'],
    ['好', 13, 'limit'],
    ['1好', 4, 'limit'],
    ['好', 0, 'limit'],
  ] as const)('refuses %j with %i bits: %s', (text, limit, error) => {
    expect(splitText(text, limit)).toBe(error);
  });

  test('splits the longest text of BeiDou-3 into one', () => {
    expect(splitText('好'.repeat(1_000), REGIONAL_BITS)).toHaveLength(1);
    expect(splitText('好'.repeat(41), GLOBAL_BITS)).toEqual(['好'.repeat(40), '好']);
  });
});

describe('measureText', () => {
  test('counts bits, messages and what is left', () => {
    expect(measureText('已到港', LEVEL_3)).toEqual({
      coding: 'hanzi',
      characters: 3,
      bits: 42,
      limit: LEVEL_3,
      parts: 1,
      bitsLeft: 586,
      // 586 / 14 = 41.9
      charactersLeft: 41,
      unencodable: [],
    });
  });

  test('counts the last of several messages', () => {
    // 44 characters of 14 bits, then 2.
    expect(measureText('好'.repeat(46), LEVEL_3)).toMatchObject({
      parts: 2,
      bits: 644,
      bitsLeft: 600,
      charactersLeft: 42,
    });
  });

  test('counts Chinese characters after text that GB 2312 lacks by bytes', () => {
    // 8 + 16 bits are used: (628 - 24) / 16 = 37.75
    expect(measureText('镕', LEVEL_3)).toMatchObject({ coding: 'mixed', bits: 24, charactersLeft: 37 });
  });

  test('names characters that cannot be sent and counts the others', () => {
    expect(measureText('好😀', LEVEL_3)).toMatchObject({
      coding: null,
      characters: 2,
      bits: 14,
      parts: null,
      unencodable: ['😀'],
    });
  });

  test('measures no text', () => {
    expect(measureText('', LEVEL_3)).toMatchObject({
      coding: null,
      bits: 0,
      parts: null,
      bitsLeft: LEVEL_3,
      charactersLeft: 44,
    });
  });

  test('has no messages if a character exceeds the limit', () => {
    expect(measureText('好', 13)).toMatchObject({ parts: null, bits: 0, charactersLeft: 0 });
  });
});
