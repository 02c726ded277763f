import { ALARM_STATES } from '@wakeline/domain/notices/alarm-handling';
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
