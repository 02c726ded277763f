import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { type PackedPosition, unpack } from './packing.ts';

/**
 * The newest stored report of a tracker, also one without a valid fix; null: none. Not later than the end of its
 * validity, if that is over at `now`.
 *
 * @param since epoch milliseconds: the time of the newest fix, so that only the newest weeks are searched
 */
export async function readLastReport(
  db: Db,
  { trackerId, since, now }: { readonly trackerId: number; readonly since: number; readonly now: number },
): Promise<LocatedReport | null> {
  const end = (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<PackedPosition>`
    select time, latitude, longitude, packed from position
    where tracker_id = ${trackerId} and time between ${since} and ${end}
    order by time desc limit 1`.execute(db);
  return rows[0] === undefined ? null : unpack(rows[0]);
}
