import { expect, test } from 'vitest';
import { isDigits, readPair, readUnsigned } from './decimal-digits.ts';
import { randomInteger, seededRandom } from './testing/random.ts';

test('reads the value that the platform reads', () => {
  const random = seededRandom(5);
  const digits = (max: number) =>
    Array.from({ length: randomInteger(random, 1, max) }, () => randomInteger(random, 0, 9)).join('');
  for (let count = 0; count < 5_000; count++) {
    const text = `${digits(12)}${random() < 0.5 ? '' : `.${digits(12)}`}`;
    expect(readUnsigned(`,${text},`, 1, text.length + 1)).toBe(Number(text));
  }
});

test.each(['', '.', '1.', '.1', '1.2.3', '-1', '+1', ' 1', '1 ', '1e3', '0x1', '١'])('refuses %j', (text) => {
  expect(readUnsigned(text, 0, text.length)).toBeNaN();
});

test('refuses offsets beyond the text', () => {
  expect(readUnsigned('12', 0, 3)).toBeNaN();
  expect(readPair('1', 0)).toBeNaN();
});

test('reads pairs of digits', () => {
  expect(readPair('a07', 1)).toBe(7);
  expect(readPair('99', 0)).toBe(99);
  expect(['/0', '0/', ':0', '0:', ' 1'].map((text) => readPair(text, 0))).toEqual(Array(5).fill(Number.NaN));
});

test('counts digits', () => {
  expect(isDigits('120359', 6)).toBe(true);
  expect(['12035', '1203590', '12035a', '12 359', '١٢٠٣٥٩'].some((text) => isDigits(text, 6))).toBe(false);
});
