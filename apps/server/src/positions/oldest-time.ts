const DAY = 86_400_000;
/** Nothing is older than 2000-01-01, whatever the retention: such a time comes from a clock that was never set. */
const MIN_TIME = 946_684_800_000;

/** The oldest time that an account retains at `now`, epoch milliseconds. */
export function oldestTime(now: number, retentionDays: number): number {
  return Math.max(MIN_TIME, now - retentionDays * DAY);
}
