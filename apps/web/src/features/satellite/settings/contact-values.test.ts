import { expect, test } from 'vitest';
import { findFreeNumber } from './contact-values.ts';

test('offers the lowest short number that no contact has', () => {
  expect(findFreeNumber([])).toBe(1);
  expect(findFreeNumber([{ number: 2 }, { number: null }, { number: 1 }, { number: 4 }])).toBe(3);
  expect(findFreeNumber(Array.from({ length: 99 }, (_, index) => ({ number: index + 1 })))).toBeNull();
});
