import type { Db } from '../db/database.ts';

/** All feeds of an account, or (null) of all accounts, by name. */
export function readFeeds(db: Db, accountId: number | null) {
  return db
    .selectFrom('feed')
    .selectAll()
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? 0))
    .orderBy('name')
    .orderBy('feed_id')
    .execute();
}

export type FeedRow = Awaited<ReturnType<typeof readFeeds>>[number];

/** Whether the account has this feed. */
export async function hasFeed(db: Db, accountId: number, feedId: number): Promise<boolean> {
  const row = await db
    .selectFrom('feed')
    .select('feed_id')
    .where('account_id', '=', accountId)
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
  return row !== undefined;
}
