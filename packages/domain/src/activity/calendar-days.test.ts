import { expect, test } from 'vitest';
import { createDayOf, nightTimeOf } from './calendar-days.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Local time of a zone whose clock changes once. */
function zone(change: number, before: number, after: number) {
  return (instant: number) => instant + (instant < change ? before : after) * HOUR;
}

test('returns days of 24 hours without a change of the clock', () => {
  const dayOf = createDayOf((instant) => instant + 8 * HOUR);
  const at = Date.UTC(2026, 10, 25, 16, 0);
  // Midnight of 26 November in Shanghai.
  expect(dayOf(at)).toEqual({ day: Date.UTC(2026, 10, 26) / DAY, start: at, end: at + DAY, night: [] });
  expect(dayOf(at - 1).day).toBe(Date.UTC(2026, 10, 25) / DAY);
});

// Central European time, 2026: forward on 29 March at 01:00Z, back on 25 October at 01:00Z.
test.each([
  ['23', Date.UTC(2026, 2, 29, 1), 1, 2, Date.UTC(2026, 2, 28, 23)],
  ['25', Date.UTC(2026, 9, 25, 1), 2, 1, Date.UTC(2026, 9, 24, 22)],
])('returns a day of %s hours', (hours, change, before, after, start) => {
  const dayOf = createDayOf(zone(change, before, after));
  const end = start + Number(hours) * HOUR;
  for (const at of [start, change - 1, change, end - 1]) expect(dayOf(at)).toMatchObject({ start, end });
  expect(dayOf(end)).toMatchObject({ start: end, end: end + DAY });
  expect(dayOf(start - 1).end).toBe(start);
});

test('starts a day without midnight with its first instant', () => {
  // Beirut, 27 March 2022: the clock went from 00:00 to 01:00, at 22:00Z.
  const change = Date.UTC(2022, 2, 26, 22);
  const dayOf = createDayOf(zone(change, 2, 3));
  expect(dayOf(change)).toMatchObject({ day: Date.UTC(2022, 2, 27) / DAY, start: change });
  expect(dayOf(change).end - change).toBe(23 * HOUR);
});

const nightHours = (hours: number, change: number, before: number, after: number, start: number) => {
  const { night } = createDayOf(zone(change, before, after), { nightStart: 22, nightEnd: 6 })(start);
  return nightTimeOf(start, start + hours * HOUR, night) / HOUR;
};

// The clock changes between 02:00 and 03:00: the part of the night after midnight has 5 or 7 hours.
test.each([
  [24, Date.UTC(2026, 11, 1), 1, 1, Date.UTC(2026, 2, 27, 23), 8],
  [23, Date.UTC(2026, 2, 29, 1), 1, 2, Date.UTC(2026, 2, 28, 23), 7],
  [25, Date.UTC(2026, 9, 25, 1), 2, 1, Date.UTC(2026, 9, 24, 22), 9],
])('a day of %d hours has its night', (hours, change, before, after, start, expected) => {
  expect(nightHours(hours, change, before, after, start)).toBe(expected);
});

test('a night within a day, and none', () => {
  const start = Date.UTC(2026, 10, 25);
  const dayOf = createDayOf((instant) => instant, { nightStart: 1, nightEnd: 5 });
  expect(dayOf(start).night).toEqual([{ from: start + HOUR, to: start + 5 * HOUR }]);
  const toMidnight = createDayOf((instant) => instant, { nightStart: 20, nightEnd: 0 });
  expect(toMidnight(start).night).toEqual([{ from: start + 20 * HOUR, to: start + DAY }]);
  expect(createDayOf((instant) => instant, { nightStart: 6, nightEnd: 6 })(start).night).toEqual([]);
});
