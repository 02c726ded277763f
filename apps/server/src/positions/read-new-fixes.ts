import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type PackedPosition, REPORTED_INVALID, unpack } from './packing.ts';
import type { TrackerSpan } from './read-fix-pages.ts';

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
export async function readNewFixes(db: Db, spans: readonly TrackerSpan[]): Promise<readonly PlainFix[]> {
  if (spans.length === 0) return [];
  const { rows } = await sql<PackedPosition & { readonly tracker_id: number }>`
    select span.tracker_id, fix.* from unnest(${spans.map(({ trackerId }) => trackerId)}::int[],
      ${spans.map(({ from }) => Math.trunc(from))}::bigint[], ${spans.map(({ to }) => Math.trunc(to))}::bigint[])
      as span (tracker_id, from_time, to_time)
    cross join lateral (
      select time, latitude, longitude, packed from position
      where tracker_id = span.tracker_id and time between span.from_time and span.to_time
        and not ${REPORTED_INVALID}
      order by time limit ${MAX_NEW_FIXES}) as fix
    order by span.tracker_id, fix.time`.execute(db);
  return rows.map(({ tracker_id: trackerId, ...row }) => {
    const { time, fix } = unpack(row);
    const { longitude: lng, latitude: lat, accuracy, speed, course } = fix;
    return { trackerId, time, lng, lat, accuracy, speed, course };
  });
}
