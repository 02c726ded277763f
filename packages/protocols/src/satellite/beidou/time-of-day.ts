import type { Clock } from './event.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  /** With hundredths. */
  readonly second: number;
}

/**
 * Epoch milliseconds of a time of day without a date: the nearest such time to the receipt, so that a time shortly
 * before midnight that is received after it belongs to the day before. Null if there is no such time.
 */
export function dateTimeOfDay({ hour, minute, second }: TimeOfDay, { now, offset }: Clock): number | null {
  if (!(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60)) return null;
  const local = now + offset * MINUTE_MS;
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  let time = midnight + hour * 3_600_000 + minute * MINUTE_MS + Math.round(second * 1_000);
  if (time - local > DAY_MS / 2) time -= DAY_MS;
  else if (local - time > DAY_MS / 2) time += DAY_MS;
  return time - offset * MINUTE_MS;
}

/** The time of day of epoch milliseconds on the clock of the machine, to hundredths of a second. */
export function toTimeOfDay(time: number, offset: number): TimeOfDay {
  const date = new Date(Math.floor((time + offset * MINUTE_MS) / 10) * 10);
  return {
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds() + date.getUTCMilliseconds() / 1_000,
  };
}
