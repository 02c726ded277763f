const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds from a failed attempt to the next one. After the last delay the message has failed. */
export const RETRY_DELAYS: readonly number[] = [
  MINUTE / 2,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
];

/** When to try again after the given number of failed attempts, epoch milliseconds; null: no more. */
export function retryAt(attempts: number, now: number): number | null {
  const delay = RETRY_DELAYS[attempts - 1];
  return delay === undefined ? null : now + delay;
}
