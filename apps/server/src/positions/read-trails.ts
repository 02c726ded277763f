import type { LocatedReport } from '@wakeline/domain/advance';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type PackedPosition, SAID_NOT_VALID, unpack } from './packing.ts';

/** How many times more places are read than are kept: those that show the turns are chosen from them. */
const CHOICE = 2;
/** Windows in which devices that send each second have little more than that are read whole, in milliseconds. */
const FINEST = 1_000;

export interface TrailWindow {
  /** Epoch milliseconds, included. */
  readonly from: number;
  readonly to: number;
  /** How many places of each tracker will be kept. */
  readonly limit: number;
}

/**
 * The valid places of several trackers between two times, oldest first, in one query: each has its entry, empty where
 * there is none. Of a long window the database answers one place per span only, and the last one, so that what is read is
 * bounded however often devices report: some `CHOICE` times `limit` places.
 */
export async function readTrails(
  db: Db,
  trackerIds: readonly number[],
  { from, to, limit }: TrailWindow,
): Promise<ReadonlyMap<number, readonly LocatedReport[]>> {
  const span = Math.ceil((to - from) / (limit * CHOICE));
  const step = span <= FINEST ? 1 : span;
  const { rows } = await sql<PackedPosition & { readonly tracker_id: number }>`
    select tracker_id, time, latitude, longitude, packed from (
      select tracker_id, time, latitude, longitude, packed, time / ${step}::bigint as span,
        lag(time / ${step}::bigint) over track as before, lead(time) over track as next
      from position
      where tracker_id = any (${[...trackerIds]}::int[]) and time between ${from} and ${to}
        and not ${SAID_NOT_VALID}
      window track as (partition by tracker_id order by time)
    ) place
    where before is distinct from span or next is null
    order by tracker_id, time`.execute(db);
  const trails = new Map<number, LocatedReport[]>(trackerIds.map((id) => [id, []]));
  for (const row of rows) trails.get(row.tracker_id)?.push(unpack(row));
  return trails;
}
