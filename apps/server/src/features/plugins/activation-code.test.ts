import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashActivationCode, makeActivationCode } from './activation-code.ts';

test('codes are twenty characters of base32 in groups of five, and no two are the same', () => {
  const codes = new Set(Array.from({ length: 1_000 }, makeActivationCode));
  expect(codes.size).toBe(1_000);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  // 20,000 characters of 32: each is missing with a chance of e^-625.
  expect(new Set([...codes].join('').replaceAll('-', '')).size).toBe(32);
});

test('what people make of a code when they type it is forgiven', () => {
  const hash = createHash('sha256').update('0123456789ABCDEFGHJ1').digest();
  for (const typed of [
    '01234-56789-ABCDE-FGHJ1',
    '0123456789abcdefghj1',
    ' O1234 56789 abcde fghji ',
    'oL23456789ABCDEFGHJl',
    '0-1-2-3-4-5-6-7-8-9-A-B-C-D-E-F-G-H-J-1',
  ]) {
    expect(hashActivationCode(typed)).toEqual(hash);
  }
});

test.each([
  '',
  '0123456789ABCDEFGHJ',
  '0123456789ABCDEFGHJ11',
  'U1234-56789-ABCDE-FGHJ1',
  '０1234-56789-ABCDE-FGHJ1',
])('%j is no code', (typed) => {
  expect(hashActivationCode(typed)).toBeNull();
});
