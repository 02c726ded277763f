/** Days of the account's time zone, yyyy-MM-dd; both are included. */
interface Days {
  readonly startDay: string;
  readonly endDay: string;
}

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last day of the calendar month of a day. */
function monthEnd(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return formatDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/** The Sunday of the week of a day. */
function weekEnd(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return formatDay(date.getTime() + ((7 - date.getUTCDay()) % 7) * 86_400_000);
}

/**
 * The days of a row that begins on `startDay`: a week ends on Sunday, and no row ends after the period.
 *
 * @param by `week`, `month`, or a grouping whose rows are of one day
 */
export function rowRange(by: string, startDay: string, period: Days): Days {
  const end = by === 'week' ? weekEnd(startDay) : by === 'month' ? monthEnd(startDay) : startDay;
  return { startDay, endDay: end < period.endDay ? end : period.endDay };
}

/** A day, a complete month, or first and last day, the last without the year if it is the same. */
export function rangeText({ startDay, endDay }: Days): string {
  if (startDay === endDay) return startDay;
  const isMonth = startDay.endsWith('-01') && monthEnd(startDay) === endDay;
  if (isMonth) return startDay.slice(0, 7);
  const isSameYear = startDay.slice(0, 4) === endDay.slice(0, 4);
  return `${startDay} – ${isSameYear ? endDay.slice(5) : endDay}`;
}
