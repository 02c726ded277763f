const DAY = 86_400_000;
/** Nothing is older than 2000-01-01, however much an account wants to keep: such a time is a clock that was never set. */
const MIN_TIME = 946_684_800_000;

/** The time before which nothing of an account is kept, epoch milliseconds, when it is `now`. */
export function oldestTime(now: number, retentionDays: number): number {
  return Math.max(MIN_TIME, now - retentionDays * DAY);
}
