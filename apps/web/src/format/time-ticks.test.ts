import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const at = (text: string) => Date.parse(text);

test('places time ticks at round local times of the account', () => {
  // Shanghai is eight hours ahead: 16:07 to 17:02 local time.
  const { ticks } = timeTicks(at('2026-05-01T08:07:00Z'), at('2026-05-01T09:02:00Z'), 6, 'Asia/Shanghai');
  expect(ticks.map((tick) => new Date(tick).toISOString().slice(11, 16))).toEqual([
    '08:10',
    '08:20',
    '08:30',
    '08:40',
    '08:50',
    '09:00',
  ]);
});

test('respects full hours of half-hour time zones', () => {
  // Kolkata is five and a half hours ahead.
  const { ticks } = timeTicks(at('2026-05-01T00:00:00Z'), at('2026-05-01T04:00:00Z'), 4, 'Asia/Kolkata');
  expect(ticks.map((tick) => new Date(tick).toISOString().slice(11, 16))).toEqual([
    '00:30',
    '01:30',
    '02:30',
    '03:30',
  ]);
});

test('starts days at local midnight, also when clocks change', () => {
  // Berlin, 29 March 2026: a day of 23 hours.
  const { step, ticks } = timeTicks(
    at('2026-03-27T12:00:00Z'),
    at('2026-03-31T12:00:00Z'),
    5,
    'Europe/Berlin',
  );
  expect(step).toBe(86_400_000);
  expect(ticks.map((tick) => new Date(tick).toISOString().slice(5, 16))).toEqual([
    '03-27T23:00',
    '03-28T23:00',
    '03-29T22:00',
    '03-30T22:00',
  ]);
});

test('divides long times into whole weeks', () => {
  // 364 days in at most 10 parts: steps of 6 weeks (364 / 10 / 7 = 5.2).
  const { step, ticks } = timeTicks(at('2026-01-01T00:00:00Z'), at('2026-12-31T00:00:00Z'), 10, 'UTC');
  expect(step).toBe(42 * 86_400_000);
  expect(ticks.slice(0, 2).map((tick) => new Date(tick).toISOString().slice(0, 10))).toEqual([
    '2026-01-01',
    '2026-02-12',
  ]);
  expect(ticks).toHaveLength(9);
});
