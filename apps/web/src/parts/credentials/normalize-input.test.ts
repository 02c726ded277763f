import { expect, test } from 'vitest';
import { normalizeCode, normalizePhone } from './normalize-input.ts';

test('a phone number is taken in the ways in which people and browsers write it', () => {
  for (const input of ['13812345678', '+86 138 1234 5678', '0086-138-1234-5678', '8613812345678']) {
    expect(normalizePhone(input)).toBe('13812345678');
  }
});

test('a phone number is never longer than eleven characters', () => {
  expect(normalizePhone('138123456789')).toBe('13812345678');
});

test('what is no phone number stays, so that the rule can say so', () => {
  expect(normalizePhone('abc')).toBe('abc');
  expect(normalizePhone('86')).toBe('86');
});

test('a code is six digits at most', () => {
  expect(normalizeCode(' 123 456 ')).toBe('123456');
  expect(normalizeCode('1234567')).toBe('123456');
  expect(normalizeCode('abc')).toBe('');
});
