import { sql } from 'kysely';
import { noticePayload } from '../../db/account-log.ts';
import type { Db } from '../../db/database.ts';

/**
 * The columns of a notice and of its device, in queries of `account_log as log` joined with `tracker`. `about` is the id
 * of the tracker that caused the notice, even if it has been removed since.
 */
export const NOTICE_COLUMNS = [
  'log.seq',
  'log.created_at',
  noticePayload.as('payload'),
  'log.tracker_id as about',
  'tracker.tracker_id',
  'tracker.group_id',
  'tracker.name',
  'tracker.imei',
  'tracker.icon_url',
] as const;

/** The notices of an account with their devices, not filtered: the caller applies the visibility. */
export function loggedNotices(db: Db, accountId: number) {
  return (
    db
      .selectFrom('account_log as log')
      .leftJoin('tracker', (join) =>
        join
          .onRef('tracker.tracker_id', '=', 'log.tracker_id')
          .onRef('tracker.account_id', '=', 'log.account_id'),
      )
      .where('log.account_id', '=', accountId)
      // A literal: a generic plan can use the partial indexes of notices only with it.
      .where('log.kind', '=', sql.lit('notice'))
      .select(NOTICE_COLUMNS)
  );
}
