import { describe, expect, test } from 'vitest';
import { isScheduled, localMinuteOf, type WeekSchedule } from './schedule.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const HOUR = 3_600_000;
/** Berlin in 2026: UTC+1, from 29 March 01:00 UTC to 25 October 01:00 UTC UTC+2 (Directive 2000/84/EC). */
function toBerlin(instant: number): number {
  const isSummer = instant >= Date.UTC(2026, 2, 29, 1) && instant < Date.UTC(2026, 9, 25, 1);
  return instant + (isSummer ? 2 : 1) * HOUR;
}
const inBerlin = (schedule: WeekSchedule, utc: string) =>
  isScheduled(schedule, localMinuteOf(Date.parse(utc), toBerlin));

test('splits a local time into weekday, minute and day', () => {
  // 23 November 2026 is a Monday: 20,780 days after 1 January 1970 (56 years, 14 leap days, 326 days).
  expect(localMinuteOf(Date.parse('2026-11-23T22:59:59Z'), toBerlin)).toEqual({
    weekday: 1,
    minute: 23 * 60 + 59,
    day: 20_780,
    instant: Date.parse('2026-11-23T22:59:59Z'),
  });
  expect(localMinuteOf(Date.parse('2026-11-23T23:00:00Z'), toBerlin)).toMatchObject({
    weekday: 2,
    minute: 0,
  });
});

describe('a window', () => {
  test('includes its first minute and excludes its end, on its weekdays only', () => {
    const office = [{ weekdays: [1, 2, 3, 4, 5], from: 8 * 60, to: 17 * 60 }];
    expect(inBerlin(office, '2026-11-23T06:59:59Z')).toBe(false);
    expect(inBerlin(office, '2026-11-23T07:00:00Z')).toBe(true);
    expect(inBerlin(office, '2026-11-23T15:59:59Z')).toBe(true);
    expect(inBerlin(office, '2026-11-23T16:00:00Z')).toBe(false);
    expect(inBerlin(office, '2026-11-22T10:00:00Z')).toBe(false);
  });

  test('over midnight belongs to the day on which it starts', () => {
    const saturdayNight = [{ weekdays: [6], from: 22 * 60, to: 6 * 60 }];
    expect(inBerlin(saturdayNight, '2026-11-21T20:59:00Z')).toBe(false);
    expect(inBerlin(saturdayNight, '2026-11-21T21:00:00Z')).toBe(true);
    expect(inBerlin(saturdayNight, '2026-11-22T04:59:00Z')).toBe(true);
    expect(inBerlin(saturdayNight, '2026-11-22T05:00:00Z')).toBe(false);
    expect(inBerlin(saturdayNight, '2026-11-22T22:00:00Z')).toBe(false);
  });

  test('with equal ends is a whole day', () => {
    const monday = [{ weekdays: [1], from: 6 * 60, to: 6 * 60 }];
    expect(inBerlin(monday, '2026-11-23T04:59:00Z')).toBe(false);
    expect(inBerlin(monday, '2026-11-23T05:00:00Z')).toBe(true);
    expect(inBerlin(monday, '2026-11-24T04:59:00Z')).toBe(true);
    expect(inBerlin(monday, '2026-11-24T05:00:00Z')).toBe(false);
  });

  test('in the hour that clocks skip starts with the next hour', () => {
    const night = [{ weekdays: EVERY_DAY, from: 2 * 60 + 30, to: 4 * 60 }];
    // 01:00 UTC is 03:00 local; a minute before it is 01:59.
    expect(inBerlin(night, '2026-03-29T00:59:00Z')).toBe(false);
    expect(inBerlin(night, '2026-03-29T01:00:00Z')).toBe(true);
    expect(inBerlin(night, '2026-03-29T02:00:00Z')).toBe(false);
  });

  test('in the hour that clocks repeat applies both times', () => {
    const night = [{ weekdays: EVERY_DAY, from: 2 * 60, to: 2 * 60 + 30 }];
    expect(inBerlin(night, '2026-10-25T00:15:00Z')).toBe(true);
    expect(inBerlin(night, '2026-10-25T00:45:00Z')).toBe(false);
    expect(inBerlin(night, '2026-10-25T01:15:00Z')).toBe(true);
    expect(inBerlin(night, '2026-10-25T01:45:00Z')).toBe(false);
  });
});

test('without a schedule a rule always applies, with an empty one never', () => {
  expect(isScheduled(null, { instant: 0, weekday: 0, minute: 0, day: 0 })).toBe(true);
  expect(isScheduled([], { instant: 0, weekday: 0, minute: 0, day: 0 })).toBe(false);
});
