import type { Leg } from '@wakeline/contract/aviation/legs';

const MINUTE_MS = 60_000;
/** Before off-block and after in-block. */
const MARGIN_MS = 2 * MINUTE_MS;

/** The query of a replay of a leg: from before its off-block to after its in-block; null: its device was deleted. */
export function legReplayQuery(
  { trackerId, offBlock, takeoff, landing, inBlock }: Leg,
  now: number,
): string | null {
  const start = offBlock?.at ?? takeoff?.at;
  if (trackerId === null || start === undefined) return null;
  const end = Math.min(now, (inBlock?.at ?? landing?.at ?? now) + MARGIN_MS);
  return `?${new URLSearchParams({
    trackerId: String(trackerId),
    start: String(start - MARGIN_MS),
    end: String(Math.max(end, start)),
  })}`;
}
