import { expect, test } from 'vitest';
import { rangeText, rowRange } from './row-range.ts';

const PERIOD = { startDay: '2026-05-28', endDay: '2026-07-02' };

test('ends weeks on Sunday and months on their last day, within the period', () => {
  // 28 May 2026 is a Thursday, 31 May a Sunday.
  expect(rowRange('week', '2026-05-28', PERIOD).endDay).toBe('2026-05-31');
  expect(rowRange('week', '2026-05-31', PERIOD).endDay).toBe('2026-05-31');
  expect(rowRange('week', '2026-06-29', PERIOD).endDay).toBe('2026-07-02');
  expect(rowRange('month', '2026-06-01', PERIOD).endDay).toBe('2026-06-30');
  expect(rowRange('day', '2026-06-01', PERIOD).endDay).toBe('2026-06-01');
});

test('names complete months, and other ranges by their days', () => {
  expect(rangeText({ startDay: '2026-06-01', endDay: '2026-06-30' })).toBe('2026-06');
  expect(rangeText({ startDay: '2026-05-28', endDay: '2026-05-31' })).toBe('2026-05-28 – 05-31');
  expect(rangeText({ startDay: '2026-12-28', endDay: '2027-01-03' })).toBe('2026-12-28 – 2027-01-03');
  expect(rangeText({ startDay: '2026-06-01', endDay: '2026-06-01' })).toBe('2026-06-01');
});
