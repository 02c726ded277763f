import type { ResultOf } from '@wakeline/contract/operation';
import type { queryTrackNotices } from '@wakeline/contract/replay/tracks';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../identity/scope.ts';
import { formatLocalTime } from '../../local-time.ts';
import { canReadTrackerNotices } from './notices.policy.ts';
import { NOTICE_TTL_MS, type NoticeReader, type NoticeRow, presentNotice } from './notices.queries.ts';

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
    .select([
      'log.seq',
      'log.created_at',
      'log.payload',
      'log.tracker_id as about',
      'tracker.tracker_id',
      'tracker.group_id',
      'tracker.name',
      'tracker.imei',
      'tracker.icon_url',
    ])
    .execute();
  return rows.map((row) => toTrackNotice({ ...row, is_read: false }, reader));
}

function toTrackNotice(row: NoticeRow, reader: NoticeReader): TrackNotice {
  const { address, isRead, ...notice } = presentNotice(row, reader, () => '');
  const { time } = row.payload;
  return { ...notice, createTime: time, createTimeStr: formatLocalTime(time, reader.timeZone) };
}
