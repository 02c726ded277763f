import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type PackedPosition, REPORTED_INVALID, unpack } from './packing.ts';

/** How many times more places are read than are kept: those that show the turns are chosen from them. */
const OVERSAMPLING = 2;
/** Places that one call reads at most, of all its trackers: of many each has fewer spans. */
const MAX_POSITIONS = 20_000;
/** No span is shorter, in milliseconds: devices that send each second have each of their places in a trail. */
const MIN_SPAN = 1_000;
/** How many places of a span are looked at for one that the receiver called valid. */
const MAX_TRIES = 8;

export interface TrailWindow {
  /** Epoch milliseconds, included. */
  readonly from: number;
  readonly to: number;
  /** How many places of each tracker will be kept. */
  readonly limit: number;
}

/**
 * The valid places of several trackers between two times, oldest first, in one query: each has its entry, empty where
 * there is none. The window is cut into spans of which the database answers the first place each, found in the index, and the very
 * last one: what that costs goes with what is answered, however much is stored. The spans begin at the same times in each
 * window of one length, so that a trail that is asked for again has the same places.
 */
export async function readTrails(
  db: Db,
  trackerIds: readonly number[],
  { from, to, limit }: TrailWindow,
): Promise<ReadonlyMap<number, readonly LocatedReport[]>> {
  const trails = new Map<number, LocatedReport[]>(trackerIds.map((id) => [id, []]));
  if (trackerIds.length === 0) return trails;
  const spans = Math.min(limit * OVERSAMPLING, Math.ceil(MAX_POSITIONS / trackerIds.length));
  const step = Math.max(MIN_SPAN, Math.ceil((to - from) / spans));
  const first = Math.floor(from / step);
  const last = Math.floor(to / step);
  const ids = sql`unnest(${[...trackerIds]}::int[]) as tracker (id)`;
  const { rows } = await sql<PackedPosition & { readonly tracker_id: number }>`
    select tracker.id as tracker_id, place.* from ${ids}
    cross join generate_series(${first}::bigint, ${last}::bigint) as span
    cross join lateral (
      select * from (
        select time, latitude, longitude, packed from position
        where tracker_id = tracker.id and time >= span * ${step}::bigint and time < (span + 1) * ${step}::bigint
          and time between ${from}::bigint and ${to}::bigint
        order by time limit ${MAX_TRIES}
      ) near where not ${REPORTED_INVALID} limit 1
    ) place
    union
    select tracker.id as tracker_id, place.* from ${ids}
    cross join lateral (
      select * from (
        select time, latitude, longitude, packed from position
        where tracker_id = tracker.id and time between ${from}::bigint and ${to}::bigint
        order by time desc limit ${MAX_TRIES}
      ) near where not ${REPORTED_INVALID} limit 1
    ) place
    order by tracker_id, time`.execute(db);
  for (const row of rows) trails.get(row.tracker_id)?.push(unpack(row));
  return trails;
}
