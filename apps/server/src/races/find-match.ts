import type { Db } from '../db/database.ts';

/** What a public page needs to find its match. */
export async function findMatchByCode(db: Db, code: string) {
  const row = await db
    .selectFrom('match')
    .select(['match_id', 'account_id', 'name', 'state', 'code', 'live_conf'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

/** A match of any account, for the server itself. */
export async function findMatch(db: Db, matchId: number) {
  const row = await db
    .selectFrom('match')
    .select(['match_id', 'account_id', 'name', 'state', 'code'])
    .where('match_id', '=', matchId)
    .executeTakeFirst();
  return row ?? null;
}
