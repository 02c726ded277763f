import type { Language } from '@wakeline/contract/entities/user-config';
import type { UpdateEntry } from '@wakeline/contract/updates';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { formatLocalTime } from '../../local-time.ts';

/** Reader of the entries. */
export interface UpdateReader {
  readonly language: Language;
  readonly timeZone: string;
}

/** One page of the update log, newest first, and the number of all entries. */
export async function readUpdatePage(
  db: Db,
  reader: UpdateReader,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<{ list: UpdateEntry[]; total: number }> {
  const rows = await db
    .selectFrom('update_entry')
    .selectAll()
    .orderBy('entry_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('update_entry')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { list: await Promise.all(rows.map((row) => present(row, reader))), total };
}

export interface LatestUpdate {
  /** Number of the newest entry; 0 if there is none. */
  readonly latestNoticeId: number;
  /** The newest entry if its number is above the requested one; else null. */
  readonly latestNotice: UpdateEntry | null;
}

/** The newest entry of the update log, for a reader who has seen those up to `above`. */
export async function readLatestUpdate(db: Db, reader: UpdateReader, above: number): Promise<LatestUpdate> {
  const row = await db
    .selectFrom('update_entry')
    .selectAll()
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return { latestNoticeId: 0, latestNotice: null };
  return {
    latestNoticeId: row.entry_id,
    latestNotice: row.entry_id > above ? await present(row, reader) : null,
  };
}

/** Number of the newest entry that the user has acknowledged; 0 if there is none. */
export async function readAcknowledgedUpdate(db: Db, userId: number): Promise<number> {
  const { update_read_to } = await db
    .selectFrom('app_user')
    .select('update_read_to')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return update_read_to;
}

/**
 * Marks the entries up to this one read. The number never decreases, nor exceeds the newest published entry.
 *
 * @returns whether anything changed.
 */
export async function markUpdatesRead(tx: Tx, userId: number, entryId: number): Promise<boolean> {
  const seen = sql<number>`least(${entryId}::int, (select coalesce(max(entry_id), 0) from update_entry))`;
  const row = await tx
    .updateTable('app_user')
    .set({ update_read_to: seen })
    .where('user_id', '=', userId)
    .where('update_read_to', '<', seen)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An entry in the reader's language if it is translated, else in Chinese. */
async function present(
  row: Selectable<Schema['update_entry']>,
  { language, timeZone }: UpdateReader,
): Promise<UpdateEntry> {
  const { sanitiseUpdate } = await import('./sanitise.ts');
  const { title_zh, html_zh, title_en, html_en } = row;
  const [title, html] =
    language === 'en_US' && title_en !== null && html_en !== null ? [title_en, html_en] : [title_zh, html_zh];
  const createTime = row.created_at.getTime();
  return {
    noticeId: row.entry_id,
    title,
    createTime,
    createTimeStr: formatLocalTime(createTime, timeZone),
    // Entries are sanitised when they are published, but rows may have been written in another way.
    content: sanitiseUpdate(html),
  };
}
