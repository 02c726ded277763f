import { describe, expect, test } from 'vitest';
import { decodeGbk, decodeGbkStrictly, encodeGbk, findUnencodable, gbkCode } from './gbk.ts';

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

describe('GBK', () => {
  // The codes are those of Python's codec `gbk`.
  test.each([
    ['测试', 'b2 e2 ca d4'],
    ['已到港', 'd2 d1 b5 bd b8 db'],
    ['镕', 'e9 46'],
    ['丂', '81 40'],
    ['A1，~', '41 31 a3 ac 7e'],
    ['é', 'a8 a6'],
    ['', ''],
  ])('encodes %s', (text, bytes) => {
    expect(toHex(encodeGbk(text))).toBe(bytes);
    expect(decodeGbk(encodeGbk(text))).toBe(text);
  });

  test('names the characters that it lacks, each once', () => {
    expect(findUnencodable('船😀한已到한ñ港😀')).toEqual(['😀', '한', 'ñ']);
  });

  test('has no characters of the user-defined areas', () => {
    expect(gbkCode('\ue000')).toBeNull();
    expect(findUnencodable('\ufffd')).toEqual(['\ufffd']);
  });

  test('refuses a character that it lacks', () => {
    expect(() => encodeGbk('船😀')).toThrow(new RangeError('GBK has no character U+1f600'));
  });

  test('encodes the ideographic space as row 1 of GB 2312 has it', () => {
    expect(gbkCode('\u3000')).toBe(0xa1a1);
  });

  test('refuses bytes that are no characters', () => {
    expect(decodeGbkStrictly(Uint8Array.of(0xb2, 0xe2, 0xca))).toBeNull();
    expect(decodeGbkStrictly(Uint8Array.of(0xb2, 0xe2))).toBe('测');
  });
});
