import type { ResultOf } from '@wakeline/contract/operation';
import type { queryTrackNotices } from '@wakeline/contract/replay/tracks';
import { sql } from 'kysely';
import { NOT_HANDLED } from '../../alarms/handling.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../identity/scope.ts';
import { NOTICE_COLUMNS } from './notice-columns.ts';
import { canReadTrackerNotices } from './notices.policy.ts';
import { presentNotice } from './present-notice.ts';
import { NOTICE_TTL_MS, type NoticeReader, type NoticeRow } from './select-notices.ts';

export interface TrackNoticeFilter {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly now: number;
}

type TrackNotice = ResultOf<typeof queryTrackNotices>['list'][number];

/**
 * Notices with coordinates whose reports lie between two times, for these trackers, oldest first. Covers the retention
 * period and what the reader may see. Uses an index by tracker and time.
 */
export async function readTrackNotices(
  db: Db,
  reader: NoticeReader,
  { trackerIds, from, to, limit, now }: TrackNoticeFilter,
): Promise<TrackNotice[]> {
  if (!canReadTrackerNotices(reader)) return [];
  const time = sql<number>`(log.payload ->> 'time')::bigint`;
  const rows = await db
    .selectFrom('account_log as log')
    .innerJoin('tracker', 'tracker.tracker_id', 'log.tracker_id')
    .where('log.account_id', '=', reader.accountId)
    .where('tracker.account_id', '=', reader.accountId)
    .where(inScope(reader, 'tracker.group_id'))
    .where('log.kind', '=', sql.lit('notice'))
    .where('log.created_at', '>', new Date(now - NOTICE_TTL_MS))
    .where(sql<boolean>`log.tracker_id = any (${[...trackerIds]}::int[])`)
    .where(sql<boolean>`${time} between ${from}::bigint and ${to}::bigint`)
    .where(sql<boolean>`log.payload ->> 'latitude' is not null`)
    .where(sql<boolean>`log.payload ->> 'longitude' is not null`)
    .orderBy(time)
    .orderBy('log.seq')
    .limit(limit)
    .select(NOTICE_COLUMNS)
    .execute();
  return rows.map((row) => toTrackNotice({ ...row, ...NOT_HANDLED, is_read: false }, reader));
}

function toTrackNotice(row: NoticeRow, reader: NoticeReader): TrackNotice {
  const { address, isRead, handling, eventTime, eventTimeStr, ...notice } = presentNotice(
    row,
    reader,
    () => '',
  );
  return { ...notice, createTime: eventTime, createTimeStr: eventTimeStr };
}
