import type { LocatedReport } from '@wakeline/domain/advance';
import type { Sql } from 'postgres';
import { type PackedPosition, unpack } from './packing.ts';

/** How many positions one part of `trackParts` has. */
const PART = 5_000;

export interface TrackWindow {
  readonly trackerId: number;
  /** Epoch milliseconds, included. */
  readonly from: number;
  /** Epoch milliseconds, included. */
  readonly to: number;
}

/**
 * The positions of a tracker between two times, oldest first, `limit` of them at most. Places that the receiver itself
 * called not valid are left out, as they repeat an older one; `trackParts` has them.
 */
export async function readTrack(
  sql: Sql,
  trackerId: number,
  from: number,
  to: number,
  limit: number,
): Promise<readonly LocatedReport[]> {
  const track: LocatedReport[] = [];
  for await (const part of trackParts(sql, { trackerId, from, to })) {
    for (const position of part) {
      if (!position.fix.valid) continue;
      track.push(position);
      if (track.length === limit) return track;
    }
  }
  return track;
}

/**
 * All positions of a tracker between two times, oldest first, some thousands at once, read through a cursor: memory does
 * not grow with the length of the track.
 */
export async function* trackParts(
  sql: Sql,
  { trackerId, from, to }: TrackWindow,
): AsyncGenerator<readonly LocatedReport[]> {
  const rows = sql<PackedPosition[]>`
    select time, latitude, longitude, packed from position
    where tracker_id = ${trackerId} and time between ${from} and ${to}
    order by time`;
  for await (const part of rows.cursor(PART)) yield part.map(unpack);
}
