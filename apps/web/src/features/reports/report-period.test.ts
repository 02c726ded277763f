import { expect, test } from 'vitest';
import { countDays, findPreset, lastDays, parseDay, presetPeriod } from './report-period.ts';

// A Wednesday.
const TODAY = '2026-11-25';

test.each([
  ['today', '2026-11-25', '2026-11-25'],
  ['yesterday', '2026-11-24', '2026-11-24'],
  ['last7Days', '2026-11-19', '2026-11-25'],
  ['last30Days', '2026-10-27', '2026-11-25'],
  ['thisWeek', '2026-11-23', '2026-11-25'],
  ['lastWeek', '2026-11-16', '2026-11-22'],
  ['thisMonth', '2026-11-01', '2026-11-25'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
] as const)('has the days of %s', (preset, startDay, endDay) => {
  expect(presetPeriod(preset, TODAY)).toEqual({ startDay, endDay });
  expect(findPreset({ startDay, endDay }, TODAY)).toBe(preset);
});

test('a week begins on Monday, and the month before 31 March is February', () => {
  // 29 November 2026 is a Sunday.
  expect(presetPeriod('thisWeek', '2026-11-29')).toEqual({ startDay: '2026-11-23', endDay: '2026-11-29' });
  expect(presetPeriod('lastMonth', '2027-03-31')).toEqual({ startDay: '2027-02-01', endDay: '2027-02-28' });
});

test('counts days across a change of the clock, and takes the last ones', () => {
  const period = { startDay: '2026-10-01', endDay: '2026-11-25' };
  expect(countDays(period)).toBe(56);
  expect(lastDays(period, 31)).toEqual({ startDay: '2026-10-26', endDay: '2026-11-25' });
  expect(lastDays(period, 90)).toEqual(period);
  expect(findPreset(period, TODAY)).toBeNull();
});

test('ignores days that do not exist', () => {
  expect(parseDay('2026-02-28')).toBe('2026-02-28');
  for (const text of ['2026-02-30', '2026-13-01', '26-1-1', '', null]) expect(parseDay(text)).toBeNull();
});
