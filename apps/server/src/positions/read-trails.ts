import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { readTrackEnds } from '../trackers/validity.ts';
import { unpack } from './packing.ts';
import type { PositionHistory } from './position-store.ts';

/** How many times more positions are read than kept: the ones that preserve the shape are selected from them. */
const OVERSAMPLING = 2;
/** Maximum number of positions read per call; with many trackers each one gets fewer spans. */
const MAX_POSITIONS = 20_000;
/** Minimum length of a span, in milliseconds: a trail of a device that reports every second has all positions. */
const MIN_SPAN = 1_000;
/** Positions of a span that are checked for a valid one. */
const MAX_TRIES = 8;

export interface TrailWindow {
  /** Epoch milliseconds, included. */
  readonly from: number;
  readonly to: number;
  /** How many positions of each tracker will be kept. */
  readonly limit: number;
  /** Time of the request, epoch milliseconds: the trail of a tracker that is expired then ends with its validity. */
  readonly now: number;
}

/**
 * The valid positions of several trackers between two times, oldest first, in one query; a tracker without positions
 * has an empty entry. The window is divided into spans, of which an index look-up finds the first position; the very
 * last one is added. The cost depends on the size of the result, not on the stored history. Spans start at the same
 * times in each window of the same length, so repeated requests return the same positions.
 */
export async function readTrails(
  { db, positions }: PositionHistory,
  trackerIds: readonly number[],
  { from, to, limit, now }: TrailWindow,
): Promise<ReadonlyMap<number, readonly LocatedReport[]>> {
  const trails = new Map<number, LocatedReport[]>(trackerIds.map((id) => [id, []]));
  if (trackerIds.length === 0) return trails;
  const spans = Math.min(limit * OVERSAMPLING, Math.ceil(MAX_POSITIONS / trackerIds.length));
  const step = Math.max(MIN_SPAN, Math.ceil((to - from) / spans));
  const ends = await readTrackEnds(db, trackerIds, now);
  const trackers = trackerIds.map((trackerId) => ({
    trackerId,
    from,
    to: Math.min(to, ends.get(trackerId) ?? to),
  }));
  for (const row of await positions.sampleTrails(db, { trackers, step, tries: MAX_TRIES }))
    trails.get(row.trackerId)?.push(unpack(row));
  return trails;
}
