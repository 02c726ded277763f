import { unpack } from './packing.ts';
import type { PositionHistory, TrackerSpan } from './position-store.ts';

/** A valid fix of a tracker. */
export interface PlainFix {
  readonly trackerId: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Metres; null if unknown. */
  readonly accuracy: number | null;
  /** km/h and degrees; null if unknown. */
  readonly speed: number | null;
  readonly course: number | null;
}

/** Fixes of one span that a call reads: if there are so many, the next call reads those after them. */
export const MAX_NEW_FIXES = 2_000;

/** The first valid fixes of each span, in the order of trackers and times. For short spans of many trackers: one query. */
export async function readNewFixes(
  { db, positions }: PositionHistory,
  spans: readonly TrackerSpan[],
): Promise<readonly PlainFix[]> {
  if (spans.length === 0) return [];
  const rows = await positions.readFirstValid(db, spans, MAX_NEW_FIXES);
  return rows.map(({ trackerId, ...row }) => {
    const { time, fix } = unpack(row);
    const { longitude: lng, latitude: lat, accuracy, speed, course } = fix;
    return { trackerId, time, lng, lat, accuracy, speed, course };
  });
}
