/** Part of every day in which messages wait, in minutes of the local day. `to` before `from`: over midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

const DAY = 1_440;
const MINUTE = 60_000;

/**
 * When the quiet hours that contain `now` end, epoch milliseconds; null: it is not within them.
 *
 * @param localMinute the minute of the local day (0 to 1439) of an instant
 */
export function quietUntil(
  { from, to }: QuietHours,
  now: number,
  localMinute: (instant: number) => number,
): number | null {
  const minute = localMinute(now);
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const end = now - (now % MINUTE) + ((to - minute + DAY) % DAY) * MINUTE;
  // The clocks may change in between: the difference is at most a few hours in either direction.
  const error = localMinute(end) - to;
  const corrected = end - (error > DAY / 2 ? error - DAY : error < -DAY / 2 ? error + DAY : error) * MINUTE;
  return Math.max(corrected, now);
}
