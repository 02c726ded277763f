import type { Tracker } from '@wakeline/contract/entities/tracker';

const DAY_MS = 86_400_000;

/**
 * URL of a device's replay: the 24 hours up to its last fix, so that a device inactive for a week shows its last day
 * and not an empty one.
 */
export function buildSingleReplayUrl({ trackerId, trackerStatusDto }: Tracker, now: number): string {
  const end = Math.min(now, trackerStatusDto.fixTime ?? now);
  const query = new URLSearchParams({
    trackerId: String(trackerId),
    start: String(end - DAY_MS),
    end: String(end),
  });
  return `/traceReplaySingle?${query}`;
}

/** URL of a device's replay at a time, epoch milliseconds, in the 24 hours around it that are not in the future. */
export function buildReplayUrlAt(trackerId: number, time: number, now: number): string {
  const end = Math.max(time, Math.min(now, time + DAY_MS / 2));
  const query = new URLSearchParams({
    trackerId: String(trackerId),
    start: String(end - DAY_MS),
    end: String(end),
    time: String(time),
  });
  return `/traceReplaySingle?${query}`;
}
