import { expect, test } from 'vitest';
import { repeatWeekly } from './weekly-repeat.ts';

const stamps = (instants: readonly number[]) => instants.map((at) => new Date(at).toISOString().slice(0, 16));

test('has the chosen weekdays at the same local time, also after the clocks go back', () => {
  // Berlin leaves summer time on Sunday, 2026-10-25 at 03:00 (01:00 UTC). 2026-10-21 is a Wednesday.
  const first = Date.parse('2026-10-21T08:00:00Z');
  expect(stamps(repeatWeekly(first, { weekdays: [1, 5], until: '2026-10-30' }, 'Europe/Berlin', 10))).toEqual(
    ['2026-10-21T08:00', '2026-10-23T08:00', '2026-10-26T09:00', '2026-10-30T09:00'],
  );
});

test('moves a local time that does not exist forward', () => {
  // Berlin enters summer time on Sunday, 2026-03-29: 02:30 does not exist. With the offset before, it is 01:30 UTC, 03:30 local.
  const first = Date.parse('2026-03-22T01:30:00Z');
  expect(stamps(repeatWeekly(first, { weekdays: [7], until: '2026-04-05' }, 'Europe/Berlin', 10))).toEqual([
    '2026-03-22T01:30',
    '2026-03-29T01:30',
    '2026-04-05T00:30',
  ]);
});

test('takes days of the zone, and has the last day', () => {
  // 17:00 UTC on Monday is 01:00 on Tuesday in Shanghai.
  const first = Date.parse('2026-11-23T17:00:00Z');
  expect(stamps(repeatWeekly(first, { weekdays: [2], until: '2026-12-01' }, 'Asia/Shanghai', 10))).toEqual([
    '2026-11-23T17:00',
    '2026-11-30T17:00',
  ]);
});

test('stops at the limit, and before a last day that has passed has the first one only', () => {
  const first = Date.parse('2026-11-24T00:00:00Z');
  const daily = [1, 2, 3, 4, 5, 6, 7];
  expect(repeatWeekly(first, { weekdays: daily, until: '2027-11-24' }, 'UTC', 3)).toHaveLength(3);
  expect(repeatWeekly(first, { weekdays: daily, until: '2026-11-01' }, 'UTC', 3)).toEqual([first]);
});
