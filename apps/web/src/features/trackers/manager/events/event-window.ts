const DAY_MS = 86_400_000;
/** The server accepts reports whose device clock is ahead by this much. */
const AHEAD_MS = 600_000;

/** The range of a query, epoch milliseconds: bounds that the filter does not have are as far away as one query allows. */
export function eventWindow(
  filter: { readonly startTime: number | undefined; readonly endTime: number | undefined },
  now: number,
  days: number,
): { readonly startTime: number; readonly endTime: number } {
  const latest = now + AHEAD_MS;
  const startTime = filter.startTime ?? (filter.endTime ?? latest) - days * DAY_MS;
  const endTime = filter.endTime ?? Math.min(latest, startTime + days * DAY_MS);
  return { startTime: Math.max(0, startTime), endTime };
}
