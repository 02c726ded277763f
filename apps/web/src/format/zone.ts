import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import '../i18n/calendar.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const WALL_TIME_FORMAT = 'YYYY-MM-DDTHH:mm:ss';

/**
 * A date picker works in the browser's zone, but the account has its own. `toWallTime` returns a date that displays the
 * account's local time; `toInstant` converts such a date back. The date is in UTC mode because the browser's own zone
 * may skip an hour in spring.
 */
export function toWallTime(instant: number, timeZone: string): Dayjs {
  return dayjs.utc(dayjs.tz(instant, timeZone).format(WALL_TIME_FORMAT));
}

/** Epoch milliseconds of the moment at which clocks in the account's time zone show the picked time. */
export function toInstant(wallTime: Dayjs, timeZone: string): number {
  return dayjs.tz(wallTime.format(WALL_TIME_FORMAT), timeZone).valueOf();
}

/** Start of the account's day that contains `instant`, shifted by `days`. */
export function startOfDay(instant: number, timeZone: string, days = 0): number {
  const midnight = toWallTime(instant, timeZone).startOf('day').add(days, 'day');
  return toInstant(midnight, timeZone);
}
