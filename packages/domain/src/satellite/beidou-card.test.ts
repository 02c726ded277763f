import { expect, test } from 'vitest';
import { addressableCard, BEIDOU_DIALECTS, formatCard, isSameCard, parseCardNumber } from './beidou-card.ts';

test('compares card numbers as numbers', () => {
  expect(isSameCard('04207733', '4207733')).toBe(true);
  expect(isSameCard('4207733', '4207734')).toBe(false);
  expect(isSameCard('', '')).toBe(false);
});

test.each(['', '0', '0000000', '123456789', '12a', '-1', ' 1', '１'])(
  'refuses the card number %j',
  (text) => {
    expect(parseCardNumber(text)).toBeNull();
  },
);

// 21 bits, seven digits, eight digits.
test.each([
  ['2097151', [true, true, true]],
  ['2097152', [false, true, true]],
  ['9999999', [false, true, true]],
  ['15950044', [false, false, true]],
])('addresses card %s by dialect', (card, expected) => {
  expect(BEIDOU_DIALECTS.map((dialect) => addressableCard(card, dialect) !== null)).toEqual(expected);
});

test('writes cards with seven digits', () => {
  expect([formatCard(179_773), formatCard(15_950_044)]).toEqual(['0179773', '15950044']);
});
