import type { Db } from '../db/database.ts';

/** Accounts that have fences. */
export async function readAccountsWithFences(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('fence').select('account_id').distinct().execute();
  return rows.map((row) => row.account_id);
}

/** The fences of an account without their areas, which may be large. */
export function readWatchedFences(db: Db, accountId: number) {
  return db
    .selectFrom('fence')
    .select(['fence_id', 'name', 'group_id', 'notice', 'hold_seconds', 'hold_metres', 'shaped_at'])
    .where('account_id', '=', accountId)
    .orderBy('fence_id')
    .execute();
}

/** The areas of fences. */
export function readFenceAreas(db: Db, fenceIds: readonly number[]) {
  return db
    .selectFrom('fence')
    .select(['fence_id', 'type', 'data'])
    .where('fence_id', 'in', fenceIds)
    .execute();
}
