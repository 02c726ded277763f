const MINUTE_MS = 60_000;

/**
 * Epoch milliseconds of a calendar time in a zone `offsetMinutes` ahead of UTC; null if there is no such time
 * (month 13, 30 February, hour 24, a second that is not a number).
 */
export function civilTimeToEpochMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  offsetMinutes: number,
): number | null {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return null;
  if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second < 60)) return null;
  const time = Date.UTC(year, month - 1, day, hour, minute, second) - offsetMinutes * MINUTE_MS;
  return Number.isNaN(time) ? null : time;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
