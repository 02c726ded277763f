import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Partitions } from './partitions.ts';

const DAY = 86_400_000;

export interface RetentionResult {
  readonly partitionsDropped: number;
  readonly positionsDeleted: number;
}

/**
 * Ends what is older than its account keeps. Weeks that are too old for every account go as whole partitions, which costs
 * nothing; of the others, the rows of the accounts that keep less are deleted, one account at a time.
 */
export async function applyRetention(db: Db, partitions: Partitions, now: number): Promise<RetentionResult> {
  const accounts = await db.selectFrom('account').select(['account_id', 'retention_days']).execute();
  const longest = Math.max(...accounts.map((account) => account.retention_days));
  if (accounts.length === 0) return { partitionsDropped: 0, positionsDeleted: 0 };
  const partitionsDropped = await partitions.dropBefore(db, now - longest * DAY);
  let positionsDeleted = 0;
  for (const account of accounts) {
    if (account.retention_days === longest) continue;
    const result = await sql`
      delete from position using tracker
      where tracker.account_id = ${account.account_id} and position.tracker_id = tracker.tracker_id
        and position.time < ${now - account.retention_days * DAY}`.execute(db);
    positionsDeleted += Number(result.numAffectedRows ?? 0);
  }
  return { partitionsDropped, positionsDeleted };
}
