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

/** The specification keeps notices for 7 days. */
export const NOTICE_TTL_MS = 7 * 86_400_000;

/** For whom notices are read: what they may see, what they have read, how they want it said. */
export interface NoticeReader extends Subject, Scope {
  readonly language: Language;
  readonly speedUnits: UserConfig['speedUnits'];
  readonly timeZone: string;
}

/** The reader's notices, not older than they are kept, with whether he has read them. */
function noticesOf(db: Db, reader: NoticeReader, now: number) {
  return (
    db
      .selectFrom('account_log as log')
      .innerJoin('app_user as reader', (join) => join.on('reader.user_id', '=', reader.userId))
      .leftJoin('notice_read', (join) =>
        join.onRef('notice_read.user_id', '=', 'reader.user_id').onRef('notice_read.seq', '=', 'log.seq'),
      )
      .where('log.account_id', '=', reader.accountId)
      // Written out: the indexes of notices apply to a plan for any value only so.
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

/** `about` is the tracker that the notice is about, also when it has been removed since. */
export type NoticeRow = Awaited<ReturnType<ReturnType<typeof withTracker>['execute']>>[number];

/** Which notices are wanted; undefined: all. */
export interface NoticeFilter {
  readonly msgType: NoticeType | undefined;
  readonly isRead: 'UNREAD' | 'READ' | undefined;
  readonly trackerId: number | undefined;
  /** When they were created, epoch milliseconds, both included. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export interface NoticePage extends NoticeFilter {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly now: number;
  readonly addresses: Addresses;
}

/** One page of the notices, newest first, and the number of all that are asked for. */
export async function readNoticePage(
  db: Db,
  reader: NoticeReader,
  { pageIndex, pageSize, now, addresses, ...filter }: NoticePage,
): Promise<{ list: Notice[]; total: number }> {
  const wanted = applyFilter(noticesOf(db, reader, now), filter);
  const [rows, { total }] = await Promise.all([
    withTracker(wanted)
      .orderBy('log.seq', 'desc')
      .limit(pageSize)
      .offset((pageIndex - 1) * pageSize)
      .execute(),
    wanted.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { list: await presentNotices(rows, reader, addresses), total };
}

function applyFilter(
  query: ReturnType<typeof noticesOf>,
  { msgType, isRead, trackerId, startTime, endTime }: NoticeFilter,
): ReturnType<typeof noticesOf> {
  let wanted = query;
  if (msgType !== undefined) wanted = wanted.where(sql`log.payload ->> 'noticeType'`, '=', msgType);
  if (isRead !== undefined) wanted = wanted.where(IS_READ, '=', isRead === 'READ');
  if (trackerId !== undefined) wanted = wanted.where('log.tracker_id', '=', trackerId);
  if (startTime !== undefined) wanted = wanted.where('log.created_at', '>=', new Date(startTime));
  if (endTime !== undefined) wanted = wanted.where('log.created_at', '<=', new Date(endTime));
  return wanted;
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
 * Notices that have just come, for everybody who watches the account: what each may see of them and in which language
 * is for the caller to say. Nobody has read them yet.
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

/** One notice, or null where the reader has none of this number. */
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

/** Everything up to the newest entry is read; what was marked one by one below it need not be kept. */
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

/** Has what is stored of the places of notices called to mind, so that their words are there at once. */
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

/** Nothing says of a notice's icon whether it is a picture: it names a drawn one, for devices with a picture the generic one. */
function toIconName(stored: string): string {
  return fileIdOf(stored) === null ? stored : GENERIC_ICON;
}

/** What its reader may know of a notice. */
function visibleDetails(
  reader: Pick<NoticeReader, 'groupIds'>,
  { fence, ...details }: NoticePayload,
): NoticeDetails {
  const isFenceVisible = fence !== undefined && canReadFenceName(reader, fence.groupId);
  return isFenceVisible ? { ...details, fence } : details;
}

/** A notice in the reader's language and units and the account's time zone, with its place in words. */
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
