const PATH = '/traceReplaySatellite';
const DAY_MS = 86_400_000;

/**
 * URL of the replay of several devices: the 24 hours up to the last fix of any of them, so that a fleet inactive for a
 * week shows its last day and not an empty one.
 * @param lastFixes epoch milliseconds; null where a device has none.
 */
export function buildMultiReplayUrl(
  trackerIds: readonly number[],
  lastFixes: readonly (number | null)[],
  now: number,
): string {
  const last = lastFixes.reduce<number>((latest, time) => Math.max(latest, time ?? 0), 0);
  const end = last === 0 ? now : Math.min(now, last);
  const query = new URLSearchParams({
    trackerId: trackerIds.join(','),
    start: String(end - DAY_MS),
    end: String(end),
  });
  return `${PATH}?${query}`;
}
