import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const HOUR = 3_600_000;
const NIGHT = { from: 22 * 60, to: 7 * 60 };

const inUtc = (instant: number) => Math.floor((instant % (24 * HOUR)) / 60_000);

test.each([
  ['before they begin', { from: 60, to: 120 }, 0, null],
  ['at their begin', { from: 60, to: 120 }, HOUR, 2 * HOUR],
  ['within a minute', { from: 60, to: 120 }, HOUR + 59_999, 2 * HOUR],
  ['at their end', { from: 60, to: 120 }, 2 * HOUR, null],
  ['before midnight', NIGHT, 23 * HOUR, 31 * HOUR],
  ['after midnight', NIGHT, 6.5 * HOUR, 7 * HOUR],
  ['by day', NIGHT, 12 * HOUR, null],
] as const)('%s', (_, hours, now, end) => {
  expect(quietUntil(hours, now, inUtc)).toBe(end);
});

test('ends at the local time after the change to summer time and back', () => {
  // Berlin: 2026-03-29 at 02:00 to UTC+2, 2026-10-25 at 03:00 to UTC+1.
  const inBerlin = (instant: number) => {
    const text = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
    const [hours = 0, minutes = 0] = text.format(instant).split(':').map(Number);
    return hours * 60 + minutes;
  };
  expect(quietUntil(NIGHT, Date.UTC(2026, 2, 28, 22), inBerlin)).toBe(Date.UTC(2026, 2, 29, 5));
  expect(quietUntil(NIGHT, Date.UTC(2026, 9, 24, 21), inBerlin)).toBe(Date.UTC(2026, 9, 25, 6));
});
