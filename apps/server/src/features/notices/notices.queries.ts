import type { Notice } from '@wakeline/contract/entities/notice';
import { sql } from 'kysely';
import { NOT_HANDLED } from '../../alarms/handling.ts';
import { alarmPayload } from '../../db/account-log.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Addresses } from '../../places/addresses.ts';
import { loggedNotices } from './notice-columns.ts';
import { presentNotices } from './present-notice.ts';
import {
  type NoticeReader,
  type NoticeRow,
  type NoticeSearch,
  noticesOf,
  selectNotices,
  withTracker,
} from './select-notices.ts';

export interface NoticePage {
  readonly search: NoticeSearch;
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly now: number;
  readonly addresses: Addresses;
}

/** One page of the notices, newest first, and the total number of matches. */
export async function readNoticePage(
  db: Db,
  reader: NoticeReader,
  { search, pageIndex, pageSize, now, addresses }: NoticePage,
): Promise<{ list: Notice[]; total: number }> {
  const { query } = await selectNotices(db, reader, search, now);
  const [rows, { total }] = await Promise.all([
    withTracker(query)
      .orderBy('log.seq', 'desc')
      .limit(pageSize)
      .offset((pageIndex - 1) * pageSize)
      .execute(),
    query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { list: await presentNotices(rows, reader, addresses), total };
}

export async function countNotices(
  db: Db,
  reader: NoticeReader,
  search: NoticeSearch,
  now: number,
): Promise<number> {
  const { query } = await selectNotices(db, reader, search, now);
  const { total } = await query
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The notices with a number above `seq` and up to `to`, oldest first. */
export async function readNoticesBetween(
  db: Db,
  reader: NoticeReader,
  {
    above,
    to,
    now,
    addresses,
  }: {
    readonly above: number;
    readonly to: number;
    readonly now: number;
    readonly addresses: Addresses;
  },
): Promise<Notice[]> {
  const rows = await withTracker(noticesOf(db, reader, now))
    .where('log.seq', '>', above)
    .where('log.seq', '<=', to)
    .orderBy('log.seq')
    .execute();
  return presentNotices(rows, reader, addresses);
}

/**
 * New notices of an account, unread and not filtered: the caller applies the visibility and the language of each
 * recipient.
 */
export async function readNewNotices(
  db: Db,
  accountId: number,
  { above, to }: { readonly above: number; readonly to: number },
): Promise<NoticeRow[]> {
  const rows = await loggedNotices(db, accountId)
    .where('log.seq', '>', above)
    .where('log.seq', '<=', to)
    .orderBy('log.seq')
    .execute();
  return rows.map((row) => ({ ...row, ...NOT_HANDLED, is_read: false }));
}

/** Changes of alarms with a number above `above` and up to `to`, oldest first: the caller applies the visibility. */
export async function readAlarmChanges(
  db: Db,
  accountId: number,
  { above, to }: { readonly above: number; readonly to: number },
) {
  return db
    .selectFrom('account_log as log')
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'log.tracker_id')
        .onRef('tracker.account_id', '=', 'log.account_id'),
    )
    .where('log.account_id', '=', accountId)
    .where('log.kind', '=', 'alarm')
    .where('log.seq', '>', above)
    .where('log.seq', '<=', to)
    .orderBy('log.seq')
    .select(['log.seq', 'log.tracker_id as about', 'tracker.group_id', alarmPayload.as('payload')])
    .execute();
}

/** One notice; undefined when the reader can see none of this number. */
export function readNoticeRow(
  db: Db,
  reader: NoticeReader,
  seq: number,
  now: number,
): Promise<NoticeRow | undefined> {
  return withTracker(noticesOf(db, reader, now))
    .where('log.seq', '=', seq)
    .executeTakeFirst();
}

/** One notice, or null when the reader can see none of this number. */
export async function readNotice(
  db: Db,
  reader: NoticeReader,
  { seq, now, addresses }: { readonly seq: number; readonly now: number; readonly addresses: Addresses },
): Promise<Notice | null> {
  const row = await readNoticeRow(db, reader, seq, now);
  if (row === undefined) return null;
  const [notice] = await presentNotices([row], reader, addresses);
  return notice ?? null;
}

export async function countUnread(db: Db, reader: NoticeReader, now: number): Promise<number> {
  const { count } = await noticesOf(db, reader, now)
    .whereRef('log.seq', '>', 'reader.read_to')
    .where('notice_read.seq', 'is', null)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of the newest entry of the account's log; 0 before the first. */
export async function readLogHead(db: Db, accountId: number): Promise<number> {
  const head = await db
    .selectFrom('account_log_head')
    .select('seq')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return head?.seq ?? 0;
}

export async function markRead(tx: Tx, userId: number, seq: number): Promise<void> {
  await tx
    .insertInto('notice_read')
    .values({ user_id: userId, seq })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks the notices of a selection read. */
export async function markSeveralRead(
  tx: Tx,
  reader: NoticeReader,
  search: NoticeSearch,
  now: number,
): Promise<void> {
  const { query } = await selectNotices(tx, reader, search, now);
  const userId = sql<number>`${reader.userId}::int`;
  await tx
    .insertInto('notice_read')
    .columns(['user_id', 'seq'])
    .expression(query.select([userId.as('user_id'), 'log.seq']))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks everything up to the newest entry read, and deletes the single read marks below it. */
export async function markAllRead(tx: Tx, { userId, accountId }: NoticeReader): Promise<void> {
  const head = await readLogHead(tx, accountId);
  await tx
    .updateTable('app_user')
    .set({ read_to: sql<number>`greatest(read_to, ${head}::bigint)` })
    .where('user_id', '=', userId)
    .execute();
  await tx.deleteFrom('notice_read').where('user_id', '=', userId).where('seq', '<=', head).execute();
}
