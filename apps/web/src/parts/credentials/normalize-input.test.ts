import { expect, test } from 'vitest';
import { normalizeCode, normalizePhone } from './normalize-input.ts';

test('accepts common notations of a phone number', () => {
  for (const input of ['13812345678', '+86 138 1234 5678', '0086-138-1234-5678', '8613812345678']) {
    expect(normalizePhone(input)).toBe('13812345678');
  }
});

test('cuts a phone number to eleven characters', () => {
  expect(normalizePhone('138123456789')).toBe('13812345678');
});

test('keeps text that is no phone number, so that validation can refuse it', () => {
  expect(normalizePhone('abc')).toBe('abc');
  expect(normalizePhone('86')).toBe('86');
});

test('cuts a code to six digits', () => {
  expect(normalizeCode(' 123 456 ')).toBe('123456');
  expect(normalizeCode('1234567')).toBe('123456');
  expect(normalizeCode('abc')).toBe('');
});
