import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { insertMatch } from '../races/matches.ts';

/** Newer matches of an account that stay: tests with a match for each of many calls would reach the limit. */
const RECENT = 100;

/** Creates a match for one call of a test, and deletes those that earlier calls had. */
export async function createMatch(
  tx: Tx,
  accountId: number,
  details: { readonly matchName: string; readonly startTime: number; readonly endTime: number },
  now: number,
): Promise<number> {
  const matchId = await insertMatch(tx, accountId, { place: '', maps: [], ...details }, now);
  await sql`
    delete from match where account_id = ${accountId} and match_id <= (
      select match_id from match where account_id = ${accountId} order by match_id desc offset ${RECENT} limit 1
    )`.execute(tx);
  return matchId;
}
