import { describe, expect, test } from 'vitest';
import { followDayPlans, weekdayOf } from '../movement/day-plan.ts';
import { createStop } from '../movement/itinerary.ts';
import { createSchedule, type MotionState } from '../movement/schedule.ts';
import { reportTimes } from './weeks-of-history.ts';
import { planWorkday, type Workdays } from './workdays.ts';

const MINUTE = 60_000;
const HOUR = 3_600;
/** Thursday, 26 November 2026: 20,783 days after 1 January 1970. */
const THURSDAY = 20_783;
const knot = (longitude: number, seconds: number, speed: number) => ({
  ...{ longitude, latitude: 25, altitude: 150 },
  ...{ seconds, speed },
});
/** There and back in an hour. */
const ROUND = createSchedule([knot(110, 0, 0), knot(110.1, 1_800, 10), knot(110, HOUR, 0)]);
const OTHER_ROUND = createSchedule([knot(110, 0, 0), knot(110.2, 1_800, 20), knot(110, HOUR, 0)]);
const WORKDAYS: Workdays = { hours: [8, 18], weekday: [4, 4], weekend: [0, 0], pause: [10, 10] };

describe('the plan of a day', () => {
  test('is the same at each call, and differs from day to day', () => {
    const plan = (day: number) => planWorkday('13900180601', ROUND, WORKDAYS, day);
    expect(plan(THURSDAY).start).toBe(plan(THURSDAY).start);
    expect(plan(THURSDAY).start).not.toBe(plan(THURSDAY + 1).start);
  });

  test('has the rounds and pauses of a weekday, none on a weekend', () => {
    expect(weekdayOf(THURSDAY)).toBe(4);
    // Four rounds of an hour, each with a pause of 10 minutes.
    expect(planWorkday('a', ROUND, WORKDAYS, THURSDAY).schedule.duration).toBeCloseTo(4 * HOUR + 4 * 600, 6);
    const { schedule } = planWorkday('a', ROUND, WORKDAYS, THURSDAY + 2);
    expect(schedule.at(schedule.duration / 2)).toMatchObject({ longitude: 110, speed: 0 });
  });

  test('leaves out rounds that would end too late', () => {
    const short: Workdays = { ...WORKDAYS, hours: [8, 11], weekday: [9, 9] };
    const { start, schedule } = planWorkday('a', ROUND, short, THURSDAY);
    expect(start).toBeGreaterThanOrEqual(8 * HOUR);
    // The last pause may end later.
    expect(start + schedule.duration - 600).toBeLessThanOrEqual(11 * HOUR);
  });

  test('takes other rounds at times', () => {
    const days = Array.from({ length: 30 }, (_, day) =>
      planWorkday('a', ROUND, { ...WORKDAYS, weekend: [4, 4], otherRounds: [OTHER_ROUND] }, THURSDAY + day),
    );
    const firstSpeeds = days.map(({ schedule }) => Math.round(schedule.at(1_800).speed));
    // 10 and 20 m/s.
    expect(new Set(firstSpeeds)).toEqual(new Set([36, 72]));
  });
});

test('follows the plan of each day of the zone', () => {
  const stateAt = followDayPlans(
    (day) => ({ start: 8 * HOUR, schedule: day === THURSDAY ? ROUND : createStop(ROUND.at(0), HOUR) }),
    8 * HOUR,
  );
  // 08:30 in Beijing is 00:30 UTC.
  const at = (hour: number) => stateAt(THURSDAY * 24 * HOUR + (hour - 8) * HOUR);
  expect(at(7).speed).toBe(0);
  expect(at(8.5)).toMatchObject({ longitude: 110.1, speed: 36 });
  expect(at(10)).toMatchObject({ longitude: 110, speed: 0 });
  expect(at(24 + 8.5).speed).toBe(0);
});

describe('reports of past weeks', () => {
  const still: MotionState = { longitude: 110, latitude: 25, altitude: null, speed: 0, course: 0 };
  /** It stands for 40 minutes, drives for 3 minutes, of them one above 65 km/h, and stands again. */
  const speedAt = (minute: number) =>
    minute < 40 || minute >= 43 ? 0 : minute >= 41 && minute < 42 ? 80 : 50;
  const device = {
    stateAt: (seconds: number) => ({ ...still, speed: speedAt(seconds / 60) }),
    alarmsAt: () => [],
  };
  const minutesOf = (hasPowerAt: (time: number) => boolean) =>
    [...reportTimes(device, { alertSpeed: 65, movingStep: 60, hasPowerAt }, 0, 60 * MINUTE)].map(
      (time) => time / MINUTE,
    );

  test('are frequent in motion, more frequent above the alert speed, and seldom while parked', () => {
    expect(minutesOf(() => true)).toEqual([
      ...[0, 15, 30],
      ...[40, 40.25, 40.5, 40.75, 41, 41.25, 41.5, 41.75, 42],
      ...[43, 58],
    ]);
  });

  test('are less frequent in motion for a device that says so, but at each start and end', () => {
    // It moves from minute 40 to 43 and is never above the alert speed of this device.
    const times = [
      ...reportTimes(device, { alertSpeed: 90, movingStep: 120, hasPowerAt: () => true }, 0, 50 * MINUTE),
    ];
    expect(times.map((time) => time / MINUTE)).toEqual([0, 15, 30, 40, 42, 43]);
  });

  test('are missing while the device has no power', () => {
    expect(minutesOf((time) => time < 20 * MINUTE)).toEqual([0, 15]);
  });
});
