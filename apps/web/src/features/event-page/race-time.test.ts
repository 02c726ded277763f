import { expect, test } from 'vitest';
import { formatGap, formatRaceTime } from './race-time.ts';

test.each([
  [0, '0:00'],
  [303.9, '5:03'],
  [3_903, '1:05:03'],
  [-61, '−1:01'],
])('formats %s s as %s', (seconds, text) => expect(formatRaceTime(seconds)).toBe(text));

test('formats gaps with their sign', () => {
  expect(formatGap(72)).toBe('+1:12');
  expect(formatGap(-5)).toBe('−0:05');
});
