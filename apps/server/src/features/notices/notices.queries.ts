import type { Notice } from '@wakeline/contract/entities/notice';
import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { NoticePayload } from '../../db/schema.ts';
import { fileIdOf } from '../../files/stored-picture.ts';
import type { Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';
import { formatLocalTime } from '../../local-time.ts';
import type { Addresses, GetAddress } from '../../places/addresses.ts';
import { trackerIdEquals, trackersInScope } from '../../trackers/in-scope.ts';
import { contentOf, type NoticeDetails } from './notice-texts.ts';
import { canReadFenceName, canReadTrackerNotices } from './notices.policy.ts';

/** Retention of notices in the specification: 7 days. */
export const NOTICE_TTL_MS = 7 * 86_400_000;

/** Reader of notices: their rights, scope, language, units and time zone. */
export interface NoticeReader extends Subject, Scope {
  readonly language: Language;
  readonly speedUnits: UserConfig['speedUnits'];
  readonly timeZone: string;
}

/** Notices that the reader can see, within the retention period, joined with their read marks. */
function noticesOf(db: Db, reader: NoticeReader, now: number) {
  return (
    db
      .selectFrom('account_log as log')
      .innerJoin('app_user as reader', (join) => join.on('reader.user_id', '=', reader.userId))
      .leftJoin('notice_read', (join) =>
        join.onRef('notice_read.user_id', '=', 'reader.user_id').onRef('notice_read.seq', '=', 'log.seq'),
      )
      .where('log.account_id', '=', reader.accountId)
      // A literal: a generic plan can use the partial indexes of notices only with it.
      .where('log.kind', '=', sql.lit('notice'))
      .where('log.created_at', '>', new Date(now - NOTICE_TTL_MS))
      .$if(!canReadTrackerNotices(reader), (query) => query.where('log.tracker_id', 'is', null))
      .$if(reader.groupIds !== null, (query) =>
        query.where(({ or, eb, exists }) =>
          or([
            eb('log.tracker_id', 'is', null),
            exists(trackersInScope(db, reader).where(trackerIdEquals('log.tracker_id'))),
          ]),
        ),
      )
  );
}

const IS_READ = sql<boolean>`(log.seq <= reader.read_to or notice_read.seq is not null)`;

function withTracker(query: ReturnType<typeof noticesOf>) {
  return query
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'log.tracker_id')
        .onRef('tracker.account_id', '=', 'log.account_id'),
    )
    .select([
      'log.seq',
      'log.created_at',
      'log.payload',
      'tracker.tracker_id',
      'tracker.name',
      'tracker.imei',
      'tracker.icon_url',
      'log.tracker_id as about',
      'tracker.group_id',
      IS_READ.as('is_read'),
    ]);
}

/** `about` is the id of the tracker that caused the notice, even if it has been removed since. */
export type NoticeRow = Awaited<ReturnType<ReturnType<typeof withTracker>['execute']>>[number];

/** Filters of the list; undefined means no filter. */
export interface NoticeFilter {
  readonly msgType: NoticeType | undefined;
  readonly isRead: 'UNREAD' | 'READ' | undefined;
  readonly trackerId: number | undefined;
  /** Range of creation times, epoch milliseconds, both ends included. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export interface NoticePage extends NoticeFilter {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly now: number;
  readonly addresses: Addresses;
}

/** One page of the notices, newest first, and the total number of matches. */
export async function readNoticePage(
  db: Db,
  reader: NoticeReader,
  { pageIndex, pageSize, now, addresses, ...filter }: NoticePage,
): Promise<{ list: Notice[]; total: number }> {
  const filtered = applyFilter(noticesOf(db, reader, now), filter);
  const [rows, { total }] = await Promise.all([
    withTracker(filtered)
      .orderBy('log.seq', 'desc')
      .limit(pageSize)
      .offset((pageIndex - 1) * pageSize)
      .execute(),
    filtered.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { list: await presentNotices(rows, reader, addresses), total };
}

function applyFilter(
  query: ReturnType<typeof noticesOf>,
  { msgType, isRead, trackerId, startTime, endTime }: NoticeFilter,
): ReturnType<typeof noticesOf> {
  let filtered = query;
  if (msgType !== undefined) filtered = filtered.where(sql`log.payload ->> 'noticeType'`, '=', msgType);
  if (isRead !== undefined) filtered = filtered.where(IS_READ, '=', isRead === 'READ');
  if (trackerId !== undefined) filtered = filtered.where('log.tracker_id', '=', trackerId);
  if (startTime !== undefined) filtered = filtered.where('log.created_at', '>=', new Date(startTime));
  if (endTime !== undefined) filtered = filtered.where('log.created_at', '<=', new Date(endTime));
  return filtered;
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
  const rows = await db
    .selectFrom('account_log as log')
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'log.tracker_id')
        .onRef('tracker.account_id', '=', 'log.account_id'),
    )
    .where('log.account_id', '=', accountId)
    .where('log.kind', '=', 'notice')
    .where('log.seq', '>', above)
    .where('log.seq', '<=', to)
    .orderBy('log.seq')
    .select([
      'log.seq',
      'log.created_at',
      'log.payload',
      'log.tracker_id as about',
      'tracker.group_id',
      'tracker.tracker_id',
      'tracker.name',
      'tracker.imei',
      'tracker.icon_url',
    ])
    .execute();
  return rows.map((row) => ({ ...row, is_read: false }));
}

/** One notice, or null when the reader can see none of this number. */
export async function readNotice(
  db: Db,
  reader: NoticeReader,
  { seq, now, addresses }: { readonly seq: number; readonly now: number; readonly addresses: Addresses },
): Promise<Notice | null> {
  const row = await withTracker(noticesOf(db, reader, now))
    .where('log.seq', '=', seq)
    .executeTakeFirst();
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

async function presentNotices(
  rows: readonly NoticeRow[],
  reader: NoticeReader,
  addresses: Addresses,
): Promise<Notice[]> {
  await preloadAddresses(rows, reader.language, addresses);
  return rows.map((row) => presentNotice(row, reader, addresses.getImmediate));
}

/** Loads the stored addresses of the notices' coordinates into the cache, so that they are available immediately. */
export async function preloadAddresses(
  rows: readonly NoticeRow[],
  language: Language,
  addresses: Addresses,
): Promise<void> {
  const coordinates = rows.flatMap(({ payload: { latitude, longitude } }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  if (coordinates.length > 0) await addresses.preload(coordinates, language);
}

/** Name of a built-in icon. A notice cannot carry an uploaded icon, so devices with one get the generic icon. */
function toIconName(stored: string): string {
  return fileIdOf(stored) === null ? stored : GENERIC_ICON;
}

/** Details of a notice that the reader is allowed to see. */
function visibleDetails(
  reader: Pick<NoticeReader, 'groupIds'>,
  { fence, ...details }: NoticePayload,
): NoticeDetails {
  const isFenceVisible = fence !== undefined && canReadFenceName(reader, fence.groupId);
  return isFenceVisible ? { ...details, fence } : details;
}

/** A notice in the reader's language and units and the account's time zone, with its address. */
export function presentNotice(
  row: NoticeRow,
  reader: Pick<NoticeReader, 'language' | 'speedUnits' | 'timeZone' | 'groupIds'>,
  addressOf: GetAddress,
): Notice {
  const { language, timeZone } = reader;
  const { payload } = row;
  const createTime = row.created_at.getTime();
  const { latitude, longitude } = payload;
  return {
    messageId: row.seq,
    title: NOTICE_TITLES[language][payload.noticeType],
    content: contentOf(visibleDetails(reader, payload), row.name, reader),
    trackerId: row.tracker_id,
    trackerName: row.name ?? '',
    imei: row.imei ?? '',
    iconUrl: toIconName(row.icon_url ?? ''),
    msgType: payload.noticeType,
    createTime,
    createTimeStr: formatLocalTime(createTime, timeZone),
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    address: latitude === null || longitude === null ? '' : addressOf(latitude, longitude, language),
    isRead: row.is_read ? 'READ' : 'UNREAD',
  };
}
