import { ALARM_STATES } from '@wakeline/domain/notices/alarm-handling';
import { sql } from 'kysely';
import { toNoticeHandling } from '../../alarms/handling.ts';
import type { Db } from '../../db/database.ts';
import { type NoticeReader, selectNotices, withTracker } from './select-notices.ts';

/** The newest alarms about devices of a reader, and the number of all of them. */
export async function readNewestAlarms(
  db: Db,
  reader: NoticeReader,
  { openOnly, limit, now }: { readonly openOnly: boolean; readonly limit: number; readonly now: number },
) {
  const search = { handling: openOnly ? (['open'] as const) : ALARM_STATES };
  const { query } = await selectNotices(db, reader, { handling: [...search.handling] }, now);
  const ofDevices = query.where('log.tracker_id', 'is not', null);
  const rows = await withTracker(ofDevices).orderBy('log.seq', 'desc').limit(limit).execute();
  const { count } = await ofDevices
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const list = rows.flatMap((row) => {
    const handling = toNoticeHandling(row.payload, row);
    if (row.tracker_id === null || handling === null) return [];
    return [
      {
        messageId: row.seq,
        trackerId: row.tracker_id,
        trackerName: row.name ?? '',
        msgType: row.payload.noticeType,
        createTime: row.created_at.getTime(),
        state: handling.state,
      },
    ];
  });
  return { count, list };
}

/** The number of alarms about devices of a reader between successive times, epoch milliseconds. */
export async function countAlarmsBySpan(
  db: Db,
  reader: NoticeReader,
  times: readonly number[],
  now: number,
): Promise<readonly number[]> {
  const [startTime, endTime] = [times[0] ?? 0, Math.max(times.at(-1) ?? 0, (times[0] ?? 0) + 1)];
  const search = { handling: [...ALARM_STATES], startTime, endTime };
  const { query } = await selectNotices(db, reader, search, now);
  const span = sql<number>`width_bucket(extract(epoch from log.created_at)::float8 * 1000, ${[...times]}::float8[])`;
  const rows = await query
    .where('log.tracker_id', 'is not', null)
    .select([span.as('span'), sql<number>`count(*)::int`.as('count')])
    .groupBy(sql`1`)
    .execute();
  const counts = times.slice(1).map(() => 0);
  // The present itself is in the span after the last one.
  for (const row of rows) {
    const index = Math.min(row.span, counts.length) - 1;
    counts[index] = (counts[index] ?? 0) + row.count;
  }
  return counts;
}
