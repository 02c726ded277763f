import { STATUS_NOTICES, type StatusNotice } from '@wakeline/domain/tracker-state/status-notices';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Reads, by account, the status notices that at least one of its users has selected as pop-ups. A fleet starts and
 * stops all day; notices without a reader would only fill the log.
 *
 * @param userId a user of the only account that is read; null: all accounts.
 */
export async function readStatusNotices(
  db: Db,
  userId: number | null,
): Promise<ReadonlyMap<number, readonly StatusNotice[]>> {
  const { rows } = await sql<{ account_id: number; types: StatusNotice[] | null }>`
    select account_id, array_agg(distinct type) filter (where config -> 'noticeConf' -> 'popup' ? type) as types
    from app_user cross join unnest(${STATUS_NOTICES}::text[]) as type
    where ${userId}::int is null or account_id = (select account_id from app_user where user_id = ${userId}::int)
    group by account_id`.execute(db);
  return new Map(rows.map(({ account_id: id, types }) => [id, types ?? []]));
}
