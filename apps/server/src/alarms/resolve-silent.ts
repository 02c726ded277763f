import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import { type NoticeToLog, noticePayload } from '../db/account-log.ts';
import type { Tx } from '../db/database.ts';
import { takeAlarmStep } from './take-step.ts';

/**
 * Resolves the alarms of silent aircraft that these notices end. One that somebody has acknowledged stays with its owner, who
 * says how it ended.
 *
 * @param now epoch milliseconds
 */
export async function resolveSilentAlarms(
  tx: Tx,
  notices: readonly NoticeToLog[],
  now: number,
): Promise<void> {
  const ends = notices.filter(({ notice }) => notice.task?.reporting?.kind === 'back');
  // In the order in which logs of accounts are locked.
  ends.sort((a, b) => a.accountId - b.accountId);
  for (const { accountId, trackerId, notice } of ends) {
    const { task } = notice;
    if (task?.reporting === undefined) continue;
    const alarm = await tx
      .selectFrom('account_log as log')
      .innerJoin('tracker', 'tracker.tracker_id', 'log.tracker_id')
      .where('log.account_id', '=', accountId)
      .where('log.tracker_id', '=', trackerId)
      .where('log.kind', '=', sql.lit('notice'))
      .where(sql`(log.payload #>> '{task,taskId}')::int`, '=', task.taskId)
      .where(sql`log.payload #>> '{task,reporting,kind}'`, '=', 'silent')
      .where(sql`(log.payload #>> '{task,reporting,since}')::float8`, '=', task.reporting.since)
      .orderBy('log.seq', 'desc')
      .limit(1)
      .select(['log.seq', 'log.created_at', 'tracker.imei', noticePayload.as('payload')])
      .executeTakeFirst();
    if (alarm === undefined) continue;
    const { noticeType, latitude, longitude, event = null } = alarm.payload;
    const subject = { accountId, messageId: alarm.seq, trackerId, noticeType, latitude, longitude, event };
    const step = { step: 'resolve', takeOver: false, reason: 'reportsAgain', comment: '' } as const;
    try {
      const actor = { userId: null, login: alarm.imei };
      await takeAlarmStep(tx, { ...subject, createdAt: alarm.created_at.getTime() }, actor, step, now);
    } catch (error) {
      const isTaken =
        error instanceof NamedError && ['alarm-acknowledged', 'alarm-resolved'].includes(error.errorName);
      if (!isTaken) throw error;
    }
  }
}
