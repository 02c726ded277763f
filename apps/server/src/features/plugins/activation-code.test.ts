import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashActivationCode, makeActivationCode } from './activation-code.ts';

test('makes unique codes of twenty base32 characters in groups of five', () => {
  const codes = new Set(Array.from({ length: 1_000 }, makeActivationCode));
  expect(codes.size).toBe(1_000);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  // 20,000 characters out of 32: each one is missing with a probability of e^-625.
  expect(new Set([...codes].join('').replaceAll('-', '')).size).toBe(32);
});

test('accepts common ways of typing a code', () => {
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
])('refuses %j', (typed) => {
  expect(hashActivationCode(typed)).toBeNull();
});
