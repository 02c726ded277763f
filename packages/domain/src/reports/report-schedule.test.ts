import { describe, expect, test } from 'vitest';
import { lastRun, nextRun, periodOfRun, type ReportTimes, type Zone } from './report-schedule.ts';

const HOUR = 3_600_000;

/** A zone by its changes: hours east of UTC from an instant on. Written by hand from the tz database. */
function zoneOf(changes: readonly (readonly [from: number, hours: number])[]): Zone {
  const offsetAt = (instant: number) => {
    const [, hours = 0] = changes.findLast(([from]) => instant >= from) ?? [];
    return hours * HOUR;
  };
  return {
    toLocal: (instant) => instant + offsetAt(instant),
    toUtc(local) {
      const [before, after] = [offsetAt(local - 24 * HOUR), offsetAt(local + 24 * HOUR)];
      return local - ([before, after].find((offset) => offsetAt(local - offset) === offset) ?? before);
    },
  };
}

const SHANGHAI = zoneOf([[Number.NEGATIVE_INFINITY, 8]]);
/** Central European time: summer time from 29 March 2026 01:00 UTC to 25 October 2026 01:00 UTC. */
const BERLIN = zoneOf([
  [Number.NEGATIVE_INFINITY, 1],
  [Date.UTC(2026, 2, 29, 1), 2],
  [Date.UTC(2026, 9, 25, 1), 1],
]);
/** Samoa skipped 30 December 2011: from UTC-10 to UTC+14. */
const APIA = zoneOf([
  [Number.NEGATIVE_INFINITY, -10],
  [Date.UTC(2011, 11, 30, 10), 14],
]);

const at = (text: string) => Date.parse(`${text}:00Z`);
const daily = (minute: number): ReportTimes => ({ repeat: 'daily', day: null, minute });
const texts = (times: ReportTimes, zone: Zone, from: string, count: number) => {
  const runs: string[] = [];
  for (let after = at(from); runs.length < count; ) {
    after = nextRun(times, zone, after);
    runs.push(new Date(after).toISOString().slice(0, 16));
  }
  return runs;
};

describe('the next run', () => {
  test('is at the local time of each day', () => {
    // 06:00 in China is 22:00 UTC of the day before.
    expect(texts(daily(360), SHANGHAI, '2026-06-01T12:00', 2)).toEqual([
      '2026-06-01T22:00',
      '2026-06-02T22:00',
    ]);
    // Exactly at a run the next one is a day later.
    expect(nextRun(daily(360), SHANGHAI, at('2026-06-01T22:00'))).toBe(at('2026-06-02T22:00'));
    expect(nextRun(daily(360), SHANGHAI, at('2026-06-01T22:00') - 1)).toBe(at('2026-06-01T22:00'));
  });

  test('keeps the local time across changes of the clock', () => {
    expect(texts(daily(360), BERLIN, '2026-03-27T12:00', 3)).toEqual([
      '2026-03-28T05:00',
      '2026-03-29T04:00',
      '2026-03-30T04:00',
    ]);
    expect(texts(daily(360), BERLIN, '2026-10-23T12:00', 3)).toEqual([
      '2026-10-24T04:00',
      '2026-10-25T05:00',
      '2026-10-26T05:00',
    ]);
  });

  test('is an hour later if the local time does not exist, and once if it exists twice', () => {
    // 02:30 does not exist on 29 March: 03:30 of summer time is 01:30 UTC.
    expect(texts(daily(150), BERLIN, '2026-03-28T00:00', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
    // 02:30 exists at 00:30 and at 01:30 UTC on 25 October.
    expect(texts(daily(150), BERLIN, '2026-10-24T12:00', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('is on the weekday', () => {
    // 1 June 2026 is a Monday.
    expect(texts({ repeat: 'weekly', day: 1, minute: 480 }, SHANGHAI, '2026-06-01T00:00', 2)).toEqual([
      '2026-06-08T00:00',
      '2026-06-15T00:00',
    ]);
    expect(texts({ repeat: 'weekly', day: 0, minute: 480 }, SHANGHAI, '2026-06-01T00:00', 1)).toEqual([
      '2026-06-07T00:00',
    ]);
  });

  test('is on the day of the month, or on the last one of a shorter month', () => {
    expect(texts({ repeat: 'monthly', day: 31, minute: 0 }, BERLIN, '2026-01-31T12:00', 3)).toEqual([
      '2026-02-27T23:00',
      '2026-03-30T22:00',
      '2026-04-29T22:00',
    ]);
    expect(texts({ repeat: 'monthly', day: 29, minute: 0 }, BERLIN, '2028-02-01T12:00', 1)).toEqual([
      '2028-02-28T23:00',
    ]);
  });

  test('exists if the clock skipped the day', () => {
    expect(texts(daily(360), APIA, '2011-12-28T20:00', 2)).toEqual(['2011-12-29T16:00', '2011-12-30T16:00']);
    const [first = '', second = ''] = texts(
      { repeat: 'monthly', day: 30, minute: 360 },
      APIA,
      '2011-12-01T00:00',
      2,
    );
    expect([first, second]).toEqual(['2011-12-30T16:00', '2012-01-29T16:00']);
  });
});

describe('the last run', () => {
  test('is the newest one that was missed', () => {
    expect(lastRun(daily(360), SHANGHAI, at('2026-06-04T03:00'))).toBe(at('2026-06-03T22:00'));
    expect(lastRun(daily(360), SHANGHAI, at('2026-06-03T22:00'))).toBe(at('2026-06-03T22:00'));
    const monthly: ReportTimes = { repeat: 'monthly', day: 31, minute: 0 };
    expect(lastRun(monthly, SHANGHAI, at('2026-03-15T00:00'))).toBe(at('2026-02-27T16:00'));
  });
});

describe('the period of a run', () => {
  const days = (period: Parameters<typeof periodOfRun>[0], zone: Zone, time: string) => {
    const { first, last } = periodOfRun(period, zone, at(time));
    return [first, last].map((day) => new Date(day * 24 * HOUR).toISOString().slice(0, 10));
  };

  test('is the day, week or month before its local day', () => {
    // 22:00 UTC on 31 May is 1 June in China, a Monday.
    expect(days('yesterday', SHANGHAI, '2026-05-31T22:00')).toEqual(['2026-05-31', '2026-05-31']);
    expect(days('lastWeek', SHANGHAI, '2026-05-31T22:00')).toEqual(['2026-05-25', '2026-05-31']);
    expect(days('lastMonth', SHANGHAI, '2026-05-31T22:00')).toEqual(['2026-05-01', '2026-05-31']);
    // The same instant is a Sunday in May in UTC+2.
    expect(days('yesterday', BERLIN, '2026-05-31T21:59')).toEqual(['2026-05-30', '2026-05-30']);
    expect(days('lastWeek', BERLIN, '2026-05-31T21:59')).toEqual(['2026-05-18', '2026-05-24']);
    expect(days('lastMonth', BERLIN, '2026-05-31T21:59')).toEqual(['2026-04-01', '2026-04-30']);
  });

  test('crosses the end of a year', () => {
    expect(days('lastMonth', SHANGHAI, '2027-01-01T00:00')).toEqual(['2026-12-01', '2026-12-31']);
    expect(days('lastWeek', SHANGHAI, '2027-01-01T00:00')).toEqual(['2026-12-21', '2026-12-27']);
  });
});
