import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import '../i18n/calendar.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const WALL_TIME_FORMAT = 'YYYY-MM-DDTHH:mm:ss';

/**
 * A date picker shows the browser's own zone; the account has another. `toWallTime` gives the picker a date whose
 * digits are those of the account's clocks, `instantOf` reads such digits back as the moment they mean there.
 * The date is in UTC mode, where every digit exists: the browser's own zone may skip an hour in spring.
 */
export function toWallTime(instant: number, timeZone: string): Dayjs {
  return dayjs.utc(dayjs.tz(instant, timeZone).format(WALL_TIME_FORMAT));
}

/** Epoch milliseconds of the moment at which the account's clocks show the picked digits. */
export function toInstant(wallTime: Dayjs, timeZone: string): number {
  return dayjs.tz(wallTime.format(WALL_TIME_FORMAT), timeZone).valueOf();
}

/** First moment of the account's day that holds `instant`, moved by whole `days`. */
export function startOfDay(instant: number, timeZone: string, days = 0): number {
  const midnight = toWallTime(instant, timeZone).startOf('day').add(days, 'day');
  return toInstant(midnight, timeZone);
}
