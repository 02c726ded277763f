import type { LocatedReport } from '@wakeline/domain/advance';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
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
  db: Db,
  trackerId: number,
  from: number,
  to: number,
  limit: number,
): Promise<readonly LocatedReport[]> {
  const track: LocatedReport[] = [];
  for await (const part of trackParts(db, { trackerId, from, to })) {
    for (const position of part) {
      if (!position.fix.valid) continue;
      track.push(position);
      if (track.length === limit) return track;
    }
  }
  return track;
}

/**
 * All positions of a tracker between two times, oldest first, some thousands at once: memory does not grow with the length of
 * the track, and no transaction stays open while somebody reads slowly.
 */
export async function* trackParts(
  db: Db,
  { trackerId, from, to }: TrackWindow,
): AsyncGenerator<readonly LocatedReport[]> {
  for (let next = from; next <= to; ) {
    const { rows } = await sql<PackedPosition>`
      select time, latitude, longitude, packed from position
      where tracker_id = ${trackerId} and time between ${next} and ${to}
      order by time limit ${PART}`.execute(db);
    if (rows.length > 0) yield rows.map(unpack);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return;
    next = last.time + 1;
  }
}
