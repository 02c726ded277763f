import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { HandlingColumns } from './handling.ts';

/** What a notice was about: epoch milliseconds by the device clock, and of its receipt. */
export interface NoticeMoment {
  readonly trackerId: number;
  readonly time: number;
  readonly receivedAt: number;
}

export type MomentHandling = Pick<HandlingColumns, 'state' | 'owner' | 'changed_at'>;

/** Milliseconds within which a notice is logged after its receipt, while the database is available. */
const MAX_LOG_DELAY = 60_000;

/**
 * The handling of the alarms of one type about moments, in their order; null: nobody has handled it. A notice that is not kept any
 * longer is found by the time at which it was logged.
 */
export async function readHandlingOfMoments(
  db: Db,
  accountId: number,
  noticeType: NoticeType,
  moments: readonly NoticeMoment[],
): Promise<readonly (MomentHandling | null)[]> {
  if (moments.length === 0) return [];
  const times = moments.map(({ receivedAt }) => receivedAt);
  const [first, last] = [Math.min(...times), Math.max(...times) + MAX_LOG_DELAY];
  const { rows } = await sql<MomentHandling & { tracker_id: number; logged: number; time: number | null }>`
    select alarm.tracker_id, alarm.state, alarm.owner, alarm.changed_at,
      extract(epoch from alarm.notice_at) * 1000 as logged, (log.payload ->> 'time')::float8 as time
    from alarm left join account_log as log
      on log.account_id = alarm.account_id and log.seq = alarm.seq and log.kind = 'notice'
    where alarm.account_id = ${accountId} and alarm.notice_type = ${noticeType}
      and alarm.tracker_id = any (${moments.map(({ trackerId }) => trackerId)}::int[])
      and alarm.notice_at >= ${new Date(first)} and alarm.notice_at <= ${new Date(last)}
    order by alarm.seq`.execute(db);
  return moments.map(({ trackerId, time, receivedAt }) => {
    const found = rows.find((row) => {
      if (row.tracker_id !== trackerId) return false;
      if (row.time !== null) return row.time === time;
      return Number(row.logged) >= receivedAt && Number(row.logged) <= receivedAt + MAX_LOG_DELAY;
    });
    return found ?? null;
  });
}
