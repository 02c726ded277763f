import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope, type Scope } from '../identity/scope.ts';

/** The trackers of a scope, as the base of a query that adds filters and columns. */
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

/**
 * Condition: the tracker is one of these. Uses one array for any number of ids, because a statement takes 65,535
 * parameters at most.
 */
export function trackerIdIn(trackerIds: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`tracker.tracker_id = any (${[...trackerIds]}::int[])`;
}

/** Condition: it is the tracker that a column of another table refers to. */
export function trackerIdEquals(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`tracker.tracker_id = ${sql.ref(column)}`;
}

/** The number of trackers of an account, as an expression in a query over accounts. */
export function trackerCountOfAccount(): RawBuilder<number> {
  return sql<number>`(select count(*) from tracker where tracker.account_id = account.account_id)`;
}
