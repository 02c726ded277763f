import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { listWeeks, type Partitions, weekStart } from '../db/partitions.ts';
import { deleteEvents } from '../events/delete.ts';
import { accountScope } from '../identity/scope.ts';
import { deleteDaysBefore, deleteEpisodes } from '../reports/delete-episodes.ts';
import { trackersInScope } from '../trackers/in-scope.ts';
import { eraseTrack } from './delete-track.ts';

const DAY = 86_400_000;
/** Trackers whose rows of a week are deleted in one transaction. */
const TRACKERS_PER_TRANSACTION = 100;

export interface RetentionResult {
  readonly partitionsDropped: number;
  readonly positionsDeleted: number;
}

/**
 * Deletes positions, events, episodes and days that are older than the retention of their account. Weeks that are too old for every
 * account are dropped as partitions, which costs nothing. In other weeks, the rows of accounts with a shorter retention
 * are deleted, week by week. The remaining history of removed trackers is deleted, too.
 */
export async function applyRetention(db: Db, partitions: Partitions, now: number): Promise<RetentionResult> {
  const accounts = await db.selectFrom('account').select(['account_id', 'retention_days']).execute();
  const maxRetentionDays = Math.max(...accounts.map((account) => account.retention_days));
  if (accounts.length === 0) return { partitionsDropped: 0, positionsDeleted: 0 };
  const partitionsDropped = await partitions.dropBefore(db, now - maxRetentionDays * DAY);
  let positionsDeleted = 0;
  for (const { tracker_id } of await db.selectFrom('removed_tracker').selectAll().execute()) {
    positionsDeleted += await eraseTrack(db, tracker_id);
  }
  for (const account of accounts) {
    await deleteDaysBefore(db, account.account_id, now - account.retention_days * DAY);
    if (account.retention_days === maxRetentionDays) continue;
    positionsDeleted += await deleteBefore(db, account.account_id, now - account.retention_days * DAY);
  }
  return { partitionsDropped, positionsDeleted };
}

/** Counts the trackers of an account that have positions older than `time`, epoch ms, up to `limit`. */
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

async function deleteBefore(db: Db, accountId: number, oldest: number): Promise<number> {
  const rows = await trackersInScope(db, accountScope(accountId))
    .select('tracker_id')
    .orderBy('tracker_id')
    .execute();
  const trackerIds = rows.map((row) => row.tracker_id);
  const weeks = (await listWeeks(db)).filter((week) => weekStart(week) < oldest);
  let deleted = 0;
  for (const week of weeks) {
    const to = Math.min(weekStart(week + 1), oldest);
    for (let start = 0; start < trackerIds.length; start += TRACKERS_PER_TRANSACTION) {
      const batch = trackerIds.slice(start, start + TRACKERS_PER_TRANSACTION);
      const result = await db.transaction().execute(async (tx) => {
        // Usually nothing is left to delete, which the primary key shows at once. Outdated statistics make the
        // planner expect many rows and scan the entire week.
        await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
        await deleteEvents(tx, batch, { from: weekStart(week), to: to - 1 });
        await deleteEpisodes(tx, batch, { from: weekStart(week), to: to - 1 });
        return sql`
          delete from position
          where tracker_id = any(${batch}) and time >= ${weekStart(week)} and time < ${to}`.execute(tx);
      });
      deleted += Number(result.numAffectedRows ?? 0);
    }
  }
  return deleted;
}
