import type { Tracker } from '@wakeline/contract/entities/tracker';

const DAY_MS = 86_400_000;

/**
 * Address of a device's track: the 24 hours up to its last fix, so that a device that has been silent for a
 * week shows what it did and not an empty day.
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
