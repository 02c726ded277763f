import { describe, expect, test } from 'vitest';
import { levelBits, URGENT_BITS } from './beidou-capacity.ts';
import { addCharacter, chooseCoding, decodeText, encodeText, NO_BITS } from './beidou-coding.ts';
import { decodeHanzi, hanziCode, survivesHanzi } from './beidou-hanzi.ts';

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const choose = (text: string) => chooseCoding([...text].reduce(addCharacter, NO_BITS));

describe('hanzi', () => {
  test('has the 7,445 characters of GB 2312-80', () => {
    let count = 0;
    for (let point = 0x80; point < 0x10000; point++) {
      const code = hanziCode(String.fromCharCode(point));
      if (code !== null && code > 0xff) count++;
    }
    expect(count).toBe(7_445);
  });

  // ASCII is a byte 0xA3 and 0x80 + the code; the row has no dollar, tilde and space.
  test.each([
    ['收到', 'cad5b5bd'],
    ['A9!', 'a3c1a3b9a3a1'],
    ['$ ~', 'a1e7a1a1a1ab'],
  ])('encodes %s', (text, bytes) => {
    const encoded = encodeText(text, 'hanzi');
    expect(toHex(encoded?.bytes ?? Uint8Array.of())).toBe(bytes);
    expect(encoded?.bits).toBe([...text].length * 14);
  });

  test('gives digits and letters back as ASCII, punctuation in full width', () => {
    expect(decodeHanzi(fromHex('a3c1a3b9a3aca1a1cad5'))).toBe('A9， 收');
    expect([survivesHanzi('A'), survivesHanzi('!'), survivesHanzi('Ａ'), survivesHanzi('，')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('refuses characters outside GB 2312', () => {
    expect(encodeText('镕', 'hanzi')).toBeNull();
    expect(encodeText('a\nb', 'hanzi')).toBeNull();
  });

  test('refuses an odd number of bytes', () => {
    expect(decodeHanzi(fromHex('cad5b5'))).toBeNull();
  });
});

describe('encodeText', () => {
  test.each([
    ['已到港', 'mixed', 'a4d2d1b5bdb8db', 56],
    ['12345', 'code', '123450', 20],
    ['', 'code', '', 0],
  ] as const)('encodes %s as %s', (text, coding, bytes, bits) => {
    const encoded = encodeText(text, coding);
    expect(toHex(encoded?.bytes ?? Uint8Array.of())).toBe(bytes);
    expect(encoded).toMatchObject({ coding, bits });
  });

  test('uses the most compact coding without one', () => {
    expect(encodeText('收到')).toMatchObject({ coding: 'hanzi', bits: 28 });
  });

  test('refuses text that the coding cannot express', () => {
    expect(encodeText('12a4x', 'code')).toBeNull();
    expect(encodeText('好😀', 'mixed')).toBeNull();
    expect(encodeText('好😀')).toBeNull();
  });
});

describe('chooseCoding', () => {
  // By hand: 4 bits a digit, 14 a character of GB 2312, 8 and 8 a byte.
  test.each([
    ['20261123', 'code', 32],
    ['已到港', 'hanzi', 42],
    ['已到港1', 'hanzi', 56],
    ['OK', 'mixed', 24],
    ['Hi', 'mixed', 24],
    ['A', 'hanzi', 14],
    ['已到,收到', 'mixed', 80],
    ['朱镕基', 'mixed', 56],
  ])('encodes %s as %s', (text, coding, bits) => {
    expect(choose(text)).toEqual({ coding, bits });
  });

  test('has none for a character that GBK lacks', () => {
    expect(choose('好😀')).toBeNull();
  });
});

describe('decodeText', () => {
  test.each([
    ['mixed', 'a4cad5b5bd', 40, '收到'],
    // Some devices leave the mark out.
    ['mixed', 'cad5b5bd', 32, '收到'],
    ['code', '123450', 20, '12345'],
    // Many terminals send any bytes as code.
    ['code', 'a4cad5b5bd', 40, '收到'],
    ['code', 'ffd8', 16, 'FFD8'],
    ['code', 'a4ca', 16, 'A4CA'],
    ['hanzi', 'cad5b5bd', 28, '收到'],
    // Padded with zeros; with a line end; binary data.
    ['mixed', 'a4cad5b5bd0000', 56, '收到'],
    ['mixed', 'a4410a42', 32, 'A\nB'],
    ['code', 'a4410042', 32, 'A4410042'],
  ] as const)('decodes %s %s', (coding, bytes, bits, text) => {
    expect(decodeText(coding, fromHex(bytes), bits)).toBe(text);
  });

  test('refuses bytes that are no text', () => {
    expect(decodeText('mixed', fromHex('a4ca'), 16)).toBeNull();
    expect(decodeText('hanzi', fromHex('ca'), 8)).toBeNull();
    expect(decodeText('mixed', fromHex('a4410042'), 32)).toBeNull();
    expect(decodeText('mixed', fromHex('a441071b'), 32)).toBeNull();
    expect(decodeText('hanzi', fromHex('cad50041'), 28)).toBeNull();
  });
});

describe('levelBits', () => {
  // Table of the capacity by card level; 120 hanzi of 14 bits at level 4 with encryption.
  test.each([
    [1, 110, 7, 27, 12],
    [2, 408, 29, 102, 50],
    [3, 628, 44, 157, 77],
    [4, 848, 60, 212, 105],
  ])('of level %i', (level, bits, hanzi, digits, bytes) => {
    expect(levelBits(level, false)).toBe(bits);
    expect([Math.floor(bits / 14), Math.floor(bits / 4), Math.floor(bits / 8) - 1]).toEqual([
      hanzi,
      digits,
      bytes,
    ]);
  });

  test('with encryption, of unknown levels and of urgent messages', () => {
    expect([1, 2, 3, 4].map((level) => levelBits(level, true))).toEqual([140, 360, 580, 1_680]);
    expect([levelBits(0, false), levelBits(5, true), levelBits(1.5, true)]).toEqual([null, null, null]);
    expect(URGENT_BITS).toBe(188);
  });
});
