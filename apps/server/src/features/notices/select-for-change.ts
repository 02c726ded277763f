import { NamedError } from '@wakeline/contract/errors';
import type { NoticeSelection } from '@wakeline/contract/notices/notices';
import type { Db, Tx } from '../../db/database.ts';
import { countNotices } from './notices.queries.ts';
import { type NoticeReader, type NoticeSearch, selectNotices } from './select-notices.ts';

/**
 * The notices that a call changes, and their number.
 *
 * @throws NamedError `notices-unticked` without any; `message-unknown` if a ticked one is not visible; `notices-changed` with
 *   the new `count` if another number matches the filter than the user confirmed
 */
export async function checkSelection(
  db: Db,
  reader: NoticeReader,
  { messageIds, noticeFilter, upTo, count }: NoticeSelection,
  now: number,
): Promise<{ readonly search: NoticeSearch; readonly total: number }> {
  if (noticeFilter !== undefined && upTo !== undefined && count !== undefined) {
    const search = { ...noticeFilter, upTo };
    const total = await countNotices(db, reader, search, now);
    if (total !== count) throw new NamedError('notices-changed', { count: total });
    if (total === 0) throw new NamedError('notices-unticked');
    return { search, total };
  }
  const ids = [...new Set(messageIds)];
  if (ids.length === 0) throw new NamedError('notices-unticked');
  const search = { messageIds: ids };
  if ((await countNotices(db, reader, search, now)) < ids.length) throw new NamedError('message-unknown');
  return { search, total: ids.length };
}

/** Locks notices until the transaction ends, in the order of their numbers, and returns these. */
export async function lockNotices(
  tx: Tx,
  reader: NoticeReader,
  search: NoticeSearch,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<readonly number[]> {
  const { query } = await selectNotices(tx, reader, search, now);
  const rows = await query.select('log.seq').orderBy('log.seq').limit(limit).forUpdate('log').execute();
  return rows.map(({ seq }) => seq);
}
