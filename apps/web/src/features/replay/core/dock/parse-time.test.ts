import { expect, test } from 'vitest';
import { formatElapsed, parseElapsed, parseTimestamp } from './parse-time.ts';

/** 2026-05-01 16:00:00 in Shanghai, which is 8 hours ahead of UTC. */
const NEAR = Date.UTC(2026, 4, 1, 8);
const read = (text: string) => parseTimestamp(text, NEAR, 'Asia/Shanghai');

test('reads a time as the account displays it', () => {
  expect(read('2026-04-30 23:59:58')).toBe(Date.UTC(2026, 3, 30, 15, 59, 58));
  expect(read(' 2026-04-30 23:59 ')).toBe(Date.UTC(2026, 3, 30, 15, 59));
});

test('takes omitted parts from the displayed time', () => {
  expect(read('04-30 12:00')).toBe(Date.UTC(2026, 3, 30, 4));
  expect(read('7:05')).toBe(Date.UTC(2026, 3, 30, 23, 5));
  expect(read('07:05:09')).toBe(Date.UTC(2026, 3, 30, 23, 5, 9));
});

test('reads the last day of a long month from a short one', () => {
  const february = Date.UTC(2026, 1, 10);
  expect(parseTimestamp('01-31 12:00', february, 'UTC')).toBe(Date.UTC(2026, 0, 31, 12));
});

test.each(['', 'noon', '24:00', '12:60', '12:00:60', '2026-06-31 12:00', '13-01 12:00', '2026-05-01', '12'])(
  'rejects %j',
  (text) => expect(read(text)).toBeNull(),
);

test('moves a time skipped by summer time forward', () => {
  // In Berlin 02:30 of 2026-03-29 does not exist: clocks go from 02:00 to 03:00.
  expect(parseTimestamp('2026-03-29 02:30', NEAR, 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
});

test('parses and formats elapsed time', () => {
  expect(parseElapsed('1:02:03')).toBe(3_723_000);
  expect(parseElapsed('75:30')).toBe(4_530_000);
  expect(['1:60', '1:60:00', 'soon', '', '12'].map(parseElapsed)).toEqual([null, null, null, null, null]);
  expect([0, 3_723_999, 360_000_000].map(formatElapsed)).toEqual(['0:00:00', '1:02:03', '100:00:00']);
});
