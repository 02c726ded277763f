import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The last visible time of the tracks of expired trackers, epoch milliseconds, by id. */
export type TrackEnds = ReadonlyMap<number, number>;

/** Which of these trackers are expired at `now`, and where their tracks end: before the end of their validity. */
export async function readTrackEnds(db: Db, trackerIds: readonly number[], now: number): Promise<TrackEnds> {
  const { rows } = await sql<{ tracker_id: number; valid_until: Date }>`
    select tracker_id, valid_until from tracker
    where tracker_id = any (${[...trackerIds]}::int[]) and valid_until <= ${new Date(now)}`.execute(db);
  return new Map(rows.map((row) => [row.tracker_id, row.valid_until.getTime() - 1]));
}

/** Condition on rows of `tracker`: it is not expired at `now`, epoch milliseconds. */
export function isValidAt(now: number): RawBuilder<boolean> {
  return sql<boolean>`(tracker.valid_until is null or tracker.valid_until > ${new Date(now)})`;
}

/** The status of a tracker with its joined state: offline if it never reported, or is expired at `now`. */
export function selectVisibleStatus(now: number): RawBuilder<TrackerStatus> {
  return sql<TrackerStatus>`case when ${isValidAt(now)} then coalesce(tracker_state.status, 'OFFLINE') else 'OFFLINE' end`;
}

/** The trackers whose validity ended after `from` and until `to`, epoch milliseconds, with their accounts. */
export async function readExpiredBetween(
  db: Db,
  from: number,
  to: number,
): Promise<readonly { readonly trackerId: number; readonly accountId: number }[]> {
  return db
    .selectFrom('tracker')
    .where('valid_until', '>', new Date(from))
    .where('valid_until', '<=', new Date(to))
    .select(['tracker_id as trackerId', 'account_id as accountId'])
    .orderBy('tracker_id')
    .execute();
}
