import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { accountScope } from '../../identity/scope.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import type { TimeWindow, TrackerSpan } from '../position-store.ts';

/**
 * Positions deleted in one transaction: a device that sends one of them again waits for it, and with it everything in the same
 * commit.
 */
const BATCH_SIZE = 5_000;

export async function findDeletionEnd(db: Db, { trackerId, from, to }: TrackerSpan): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select time from position where tracker_id = ${trackerId} and time between ${from} and ${to}
    order by time offset ${BATCH_SIZE - 1} limit 1`.execute(db);
  return rows[0]?.time ?? to;
}

export async function deletePositions(
  db: Db,
  trackerIds: readonly number[],
  { from, to }: TimeWindow,
): Promise<number> {
  const trackers = trackerIds.length === 1 ? sql`= ${trackerIds[0]}` : sql`= any(${[...trackerIds]}::int[])`;
  const result =
    await sql`delete from position where tracker_id ${trackers} and time between ${from} and ${to}`.execute(
      db,
    );
  return Number(result.numAffectedRows ?? 0);
}

export async function deleteTimes(db: Db, trackerId: number, times: readonly number[]): Promise<void> {
  // The bounds exclude the partitions of other weeks.
  await sql`
    delete from position where tracker_id = ${trackerId} and time = any (${`{${times.join(',')}}`}::bigint[])
      and time between ${Math.min(...times)} and ${Math.max(...times)}`.execute(db);
}

export async function findStored(
  db: Db,
  trackerIds: readonly number[],
  { from, to }: TimeWindow,
): Promise<readonly number[]> {
  const { rows } = await sql<{ tracker_id: number }>`
    select tracker.tracker_id from unnest(${[...trackerIds]}::int[]) as tracker (tracker_id)
    where exists (select from position
      where position.tracker_id = tracker.tracker_id and time between ${from} and ${to})`.execute(db);
  return rows.map(({ tracker_id }) => tracker_id);
}

export async function countTrackersBefore(
  db: Db,
  accountId: number,
  time: number,
  limit: number,
): Promise<number> {
  const older = trackersInScope(db, accountScope(accountId))
    .where(
      sql<boolean>`exists (select from position where position.tracker_id = tracker.tracker_id and time < ${time})`,
    )
    .select('tracker_id')
    .limit(limit);
  const { count } = await db
    .selectFrom(older.as('older'))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
