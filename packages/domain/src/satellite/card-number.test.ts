import { expect, test } from 'vitest';
import { cardKey, fitsNetwork } from './card-number.ts';

test('compares BeiDou cards as numbers', () => {
  // Both spellings of one card were seen in `$BDTCI` sentences.
  expect(cardKey('04207733')).toBe('4207733');
  expect(cardKey('4207733')).toBe('4207733');
  expect(cardKey('0242286')).toBe('242286');
  expect(cardKey('15950000')).toBe('15950000');
});

test('compares an IMEI digit by digit', () => {
  expect(cardKey('300234063904190')).toBe('300234063904190');
  expect(cardKey('000000000000001')).toBe('000000000000001');
});

test.each([
  '',
  '242286',
  '0000000',
  '00000000',
  '123456789',
  '30023406390419',
  '3002340639041900',
  '242228a',
  '１２３４５６７',
])('refuses %j', (text) => {
  expect(cardKey(text)).toBeNull();
});

test('knows the networks of a number', () => {
  expect(fitsNetwork('0242286', 'beidou')).toBe(true);
  expect(fitsNetwork('0242286', 'iridium')).toBe(false);
  expect(fitsNetwork('300234063904190', 'beidou')).toBe(false);
  expect(fitsNetwork('300234063904190', 'iridium')).toBe(true);
  expect(fitsNetwork('300234063904190', 'inreach')).toBe(true);
});
