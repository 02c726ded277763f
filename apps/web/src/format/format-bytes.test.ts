import { expect, it } from 'vitest';
import { formatBitrate, formatBytes } from './format-bytes.ts';

it('formats sizes and bit rates in decimal units', () => {
  expect([400_000, 9_940_000, 340_400_000, 1_254_000_000].map(formatBytes)).toEqual([
    '0.4 MB',
    '9.9 MB',
    '340 MB',
    '1.25 GB',
  ]);
  expect([640_400, 2_440_000].map(formatBitrate)).toEqual(['640 kbit/s', '2.4 Mbit/s']);
});
