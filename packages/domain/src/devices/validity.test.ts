import { expect, test } from 'vitest';
import { activationOf, isExpired } from './validity.ts';

const END = Date.UTC(2027, 0, 1);

test('expires at the end of the validity, not before', () => {
  expect(isExpired(END, END - 1)).toBe(false);
  expect(isExpired(END, END)).toBe(true);
  expect(isExpired(null, END)).toBe(false);
});

test('derives the activation from the first report and the validity', () => {
  expect(activationOf({ activatedAt: null, validUntil: null }, END)).toBe('unactivated');
  expect(activationOf({ activatedAt: 1, validUntil: END }, END - 1)).toBe('activated');
  expect(activationOf({ activatedAt: 1, validUntil: END }, END)).toBe('expired');
  expect(activationOf({ activatedAt: null, validUntil: END }, END)).toBe('expired');
});
