import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope, type Scope } from '../identity/scope.ts';

/** The trackers of a scope, for a query that says which of them and what it selects. */
export function trackersInScope(db: Db, scope: Scope) {
  return db
    .selectFrom('tracker')
    .where('tracker.account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'));
}

/** One tracker regardless of the caller's scope, for a query that adds its own selection. */
export function trackerById(db: Db, trackerId: number) {
  return db.selectFrom('tracker').where('tracker.tracker_id', '=', trackerId);
}

/** Whether a tracker is one of these, as a condition: one array, however many, where a statement takes 65 535 values. */
export function trackerIdIn(trackerIds: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`tracker.tracker_id = any (${[...trackerIds]}::int[])`;
}

/** Whether it is the tracker that another table's column names, as a condition. */
export function trackerIdEquals(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`tracker.tracker_id = ${sql.ref(column)}`;
}

/** How many trackers an account has, as a part of a query over accounts. */
export function trackerCountOfAccount(): RawBuilder<number> {
  return sql<number>`(select count(*) from tracker where tracker.account_id = account.account_id)`;
}
