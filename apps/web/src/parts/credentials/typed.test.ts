import { expect, test } from 'vitest';
import { plainCode, plainPhone } from './typed.ts';

test('a phone number is taken in the ways in which people and browsers write it', () => {
  for (const typed of ['13812345678', '+86 138 1234 5678', '0086-138-1234-5678', '8613812345678']) {
    expect(plainPhone(typed)).toBe('13812345678');
  }
});

test('a phone number is never longer than eleven characters', () => {
  expect(plainPhone('138123456789')).toBe('13812345678');
});

test('what is no phone number stays, so that the rule can say so', () => {
  expect(plainPhone('abc')).toBe('abc');
  expect(plainPhone('86')).toBe('86');
});

test('a code is six digits at most', () => {
  expect(plainCode(' 123 456 ')).toBe('123456');
  expect(plainCode('1234567')).toBe('123456');
  expect(plainCode('abc')).toBe('');
});
