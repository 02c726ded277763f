import { describe, expect, it } from 'vitest';
import { formatDateTime, formatTimeOfDay, toRelativeTime, toSpan } from './time.ts';

const now = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('relative time', () => {
  it.each([
    [-60_000, 'now', 0],
    [4_999, 'now', 0],
    [5_000, 'seconds', 5],
    [59_999, 'seconds', 59],
    [60_000, 'minutes', 1],
    [3_599_999, 'minutes', 59],
    [3_600_000, 'hours', 1],
    [86_399_999, 'hours', 23],
    [86_400_000, 'days', 1],
    [40 * 86_400_000, 'days', 40],
  ])('shows an age of %d ms as %s %d', (age, unit, count) => {
    expect(toRelativeTime(now - age, now)).toEqual({ unit, count });
  });
});

describe('exact times', () => {
  it("uses the account time zone, not the browser's", () => {
    expect(formatDateTime(now, 'Asia/Shanghai')).toBe('2026-11-20 20:00:00');
    expect(formatDateTime(now, 'America/New_York')).toBe('2026-11-20 07:00:00');
  });

  it('formats midnight as 00', () => {
    expect(formatTimeOfDay(Date.UTC(2026, 10, 20, 16, 0, 7), 'Asia/Shanghai')).toBe('00:00:07');
  });

  it('follows daylight saving time', () => {
    // Berlin set the clock back one hour on 2026-10-25 at 01:00 UTC.
    expect(formatDateTime(Date.UTC(2026, 9, 25, 0, 30), 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
    expect(formatDateTime(Date.UTC(2026, 9, 25, 1, 30), 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
  });
});

describe('span', () => {
  it('splits a span into days, hours, minutes and seconds', () => {
    expect(toSpan(((26 * 60 + 3) * 60 + 9) * 1000)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 9 });
  });

  it('rounds to integer seconds before splitting', () => {
    expect(toSpan(59_600)).toEqual({ days: 0, hours: 0, minutes: 1, seconds: 0 });
    expect(toSpan(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});
