import type { DeviceOverspeed } from './apply-device-overspeed.ts';
import type { OverspeedMemory, OverspeedOutcome } from './overspeed.ts';

/** Numbers of stored outcomes never change. */
const OUTCOMES: readonly OverspeedOutcome[] = ['sent', 'late', 'none'];
const START_VALUES = 4;

/**
 * Writes the memory as numbers with commas: start, mileage, limit; then, if known, notice and fastest fix, each as a group after
 * its number of values. An unknown limit is -1.
 */
export function overspeedMemoryToText({ from, mileage, limit, fastest, notice }: OverspeedMemory): string {
  const values = [from.time, from.latitude, from.longitude, mileage, limit ?? -1];
  if (notice === undefined) values.push(0);
  else values.push(3, notice.time, notice.receivedAt, OUTCOMES.indexOf(notice.outcome));
  if (fastest !== null) values.push(fastest.speed, fastest.time, fastest.latitude, fastest.longitude);
  return values.map(textOf).join(',');
}

/** Null: it is not such a text. */
export function overspeedMemoryFrom(numbers: readonly number[]): OverspeedMemory | null {
  const [time, latitude, longitude, mileage] = numbers;
  const [limit, noticeValues] = numbers.slice(START_VALUES);
  if (numbers.some((value) => !Number.isFinite(value))) return null;
  if (time === undefined || latitude === undefined || longitude === undefined) return null;
  if (mileage === undefined || limit === undefined || noticeValues === undefined) return null;
  const others = numbers.slice(START_VALUES + 2);
  const [noticeTime = 0, receivedAt = 0, outcome = 0] = others;
  const [speed, ...fix] = others.slice(noticeValues);
  return {
    from: { time, latitude, longitude },
    mileage,
    limit: limit < 0 ? null : limit,
    ...(noticeValues > 0 && {
      notice: { time: noticeTime, receivedAt, outcome: OUTCOMES[outcome] ?? 'none' },
    }),
    fastest:
      speed === undefined
        ? null
        : { speed, time: fix[0] ?? time, latitude: fix[1] ?? latitude, longitude: fix[2] ?? longitude },
  };
}

/** The last position with the alarm and its mileage, then the overspeed. */
export function deviceOverspeedToText({ last, lastMileage, ...overspeed }: DeviceOverspeed): string {
  const values = [last.time, last.latitude, last.longitude, lastMileage];
  return `${values.map(textOf).join(',')},${overspeedMemoryToText(overspeed)}`;
}

/** Null: it is not such a text. */
export function deviceOverspeedFromText(text: string): DeviceOverspeed | null {
  const values = text.split(',').map(Number);
  const [time = Number.NaN, latitude = 0, longitude = 0, lastMileage = 0] = values;
  const overspeed = overspeedMemoryFrom(values.slice(START_VALUES));
  if (overspeed === null || !values.every(Number.isFinite)) return null;
  return { ...overspeed, last: { time, latitude, longitude }, lastMileage };
}

/** Seven decimals of a degree are a centimetre. */
function textOf(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Math.round(value * 1e7) / 1e7}`;
}
