import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { type PackedPosition, REPORTED_INVALID, unpack } from './packing.ts';

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
  db: Db,
  trackerIds: readonly number[],
  { from, to, limit, now }: TrailWindow,
): Promise<ReadonlyMap<number, readonly LocatedReport[]>> {
  const trails = new Map<number, LocatedReport[]>(trackerIds.map((id) => [id, []]));
  if (trackerIds.length === 0) return trails;
  const spans = Math.min(limit * OVERSAMPLING, Math.ceil(MAX_POSITIONS / trackerIds.length));
  const step = Math.max(MIN_SPAN, Math.ceil((to - from) / spans));
  const first = Math.floor(from / step);
  const last = Math.floor(to / step);
  const ends = await readTrackEnds(db, trackerIds, now);
  const lastTimes = trackerIds.map((id) => Math.min(to, ends.get(id) ?? to));
  const ids = sql`unnest(${[...trackerIds]}::int[], ${lastTimes}::bigint[]) as tracker (id, last)`;
  const { rows } = await sql<PackedPosition & { readonly tracker_id: number }>`
    select tracker.id as tracker_id, sample.* from ${ids}
    cross join generate_series(${first}::bigint, ${last}::bigint) as span
    cross join lateral (
      select * from (
        select time, latitude, longitude, packed from position
        where tracker_id = tracker.id and time >= span * ${step}::bigint and time < (span + 1) * ${step}::bigint
          and time between ${from}::bigint and tracker.last
        order by time limit ${MAX_TRIES}
      ) near where not ${REPORTED_INVALID} limit 1
    ) sample
    union
    select tracker.id as tracker_id, sample.* from ${ids}
    cross join lateral (
      select * from (
        select time, latitude, longitude, packed from position
        where tracker_id = tracker.id and time between ${from}::bigint and tracker.last
        order by time desc limit ${MAX_TRIES}
      ) near where not ${REPORTED_INVALID} limit 1
    ) sample
    order by tracker_id, time`.execute(db);
  for (const row of rows) trails.get(row.tracker_id)?.push(unpack(row));
  return trails;
}
