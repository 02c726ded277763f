import { sql } from 'kysely';
import { listWeeks, type Partitions, weekStart } from '../db/partitions.ts';
import { deleteEvents } from '../events/delete.ts';
import { accountScope } from '../identity/scope.ts';
import { deleteDaysBefore, deleteEpisodes } from '../reports/delete-episodes.ts';
import { trackersInScope } from '../trackers/in-scope.ts';
import { eraseTrack } from './delete-track.ts';
import type { DeviceHistory, PositionHistory, TimeWindow } from './position-store.ts';

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
export async function applyRetention(
  history: DeviceHistory,
  partitions: Partitions,
  now: number,
): Promise<RetentionResult> {
  const { db } = history;
  const accounts = await db.selectFrom('account').select(['account_id', 'retention_days']).execute();
  const maxRetentionDays = Math.max(...accounts.map((account) => account.retention_days));
  if (accounts.length === 0) return { partitionsDropped: 0, positionsDeleted: 0 };
  const partitionsDropped = await partitions.dropBefore(db, now - maxRetentionDays * DAY);
  await history.positions.outside?.dropWeeksBefore(now - maxRetentionDays * DAY);
  await history.eventArchive?.dropWeeksBefore(now - maxRetentionDays * DAY);
  let positionsDeleted = 0;
  for (const { tracker_id } of await db.selectFrom('removed_tracker').selectAll().execute()) {
    positionsDeleted += await eraseTrack(history, tracker_id);
  }
  for (const account of accounts) {
    await deleteDaysBefore(db, account.account_id, now - account.retention_days * DAY);
    if (account.retention_days === maxRetentionDays) continue;
    positionsDeleted += await deleteBefore(history, account.account_id, now - account.retention_days * DAY);
  }
  return { partitionsDropped, positionsDeleted };
}

/** Counts the trackers of an account that have positions older than `time`, epoch ms, up to `limit`. */
export function countTrackersBefore(
  { db, positions }: PositionHistory,
  accountId: number,
  time: number,
  limit: number,
): Promise<number> {
  return positions.countTrackersBefore(db, accountId, time, limit);
}

async function deleteBefore(
  { db, positions, eventArchive }: DeviceHistory,
  accountId: number,
  oldest: number,
): Promise<number> {
  const rows = await trackersInScope(db, accountScope(accountId))
    .select('tracker_id')
    .orderBy('tracker_id')
    .execute();
  const trackerIds = rows.map((row) => row.tracker_id);
  const weeks = (await listWeeks(db)).filter((week) => weekStart(week) < oldest);
  let deleted = positions.outside === null ? 0 : await deleteDaysOf(trackerIds);
  for (const week of weeks) {
    const to = Math.min(weekStart(week + 1), oldest);
    for (let start = 0; start < trackerIds.length; start += TRACKERS_PER_TRANSACTION) {
      const batch = trackerIds.slice(start, start + TRACKERS_PER_TRANSACTION);
      deleted += await db.transaction().execute(async (tx) => {
        // Usually nothing is left to delete, which the primary key shows at once. Outdated statistics make the
        // planner expect many rows and scan the entire week.
        await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
        await deleteEvents(tx, batch, { from: weekStart(week), to: to - 1 });
        await deleteEpisodes(tx, batch, { from: weekStart(week), to: to - 1 });
        if (positions.outside !== null) return 0;
        return positions.delete(tx, batch, { from: weekStart(week), to: to - 1 });
      });
    }
  }
  await eventArchive?.delete(trackerIds, completeDays(), null);
  return deleted;

  /** Rows outside of the database are deleted once a day, because that is expensive. */
  function completeDays(): TimeWindow {
    return { from: 0, to: Math.floor(oldest / DAY) * DAY - 1 };
  }

  async function deleteDaysOf(trackers: readonly number[]): Promise<number> {
    const window = completeDays();
    const stored = await positions.findStored(db, trackers, window);
    return stored.length === 0 ? 0 : positions.delete(db, stored, window);
  }
}
