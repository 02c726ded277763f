import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { type PackedPosition, REPORTED_INVALID, unpack } from './packing.ts';

/** Positions per batch of `readTrackBatches`. */
const BATCH_SIZE = 5_000;

export interface TrackWindow {
  readonly trackerId: number;
  /** Epoch milliseconds, included. */
  readonly from: number;
  /** Epoch milliseconds, included. */
  readonly to: number;
  /** Time of the request, epoch milliseconds: the track of a tracker that is expired then ends with its validity. */
  readonly now: number;
}

/**
 * The positions of a tracker between two times, oldest first, `limit` at most. Positions that the receiver reported
 * as invalid are left out, because they repeat an older one; `readTrackBatches` includes them.
 */
export async function readTrack(
  db: Db,
  window: TrackWindow,
  limit: number,
): Promise<readonly LocatedReport[]> {
  const track: LocatedReport[] = [];
  for await (const batch of readTrackBatches(db, window)) {
    for (const position of batch) {
      if (!position.fix.valid) continue;
      track.push(position);
      if (track.length === limit) return track;
    }
  }
  return track;
}

/**
 * Streams all positions of a tracker between two times, oldest first, in batches. Memory does not grow with the
 * length of the track, and a slow reader keeps no transaction open.
 */
export async function* readTrackBatches(
  db: Db,
  { trackerId, from, to, now }: TrackWindow,
): AsyncGenerator<readonly LocatedReport[]> {
  const end = (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to;
  const last = Math.min(to, end);
  for (let next = from; next <= last; ) {
    const { rows } = await sql<PackedPosition>`
      select time, latitude, longitude, packed from position
      where tracker_id = ${trackerId} and time between ${next} and ${last}
      order by time limit ${BATCH_SIZE}`.execute(db);
    if (rows.length > 0) yield rows.map(unpack);
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < BATCH_SIZE) return;
    next = lastRow.time + 1;
  }
}

/** Whether any of these trackers has a valid position between two times, epoch milliseconds, both included. */
export async function hasTrack(
  db: Db,
  trackerIds: readonly number[],
  { from, to, now }: Omit<TrackWindow, 'trackerId'>,
): Promise<boolean> {
  const ends = await readTrackEnds(db, trackerIds, now);
  const lastTimes = trackerIds.map((id) => Math.min(to, ends.get(id) ?? to));
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from unnest(${trackerIds}::int[], ${lastTimes}::bigint[]) as tracker (id, last), lateral (
        select from position
        where tracker_id = tracker.id and time between ${from} and tracker.last and not ${REPORTED_INVALID}
        limit 1) as one) as found`.execute(db);
  return rows[0]?.found === true;
}
