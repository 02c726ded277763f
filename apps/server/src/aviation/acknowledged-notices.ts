import type { TaskEvidence } from '@wakeline/domain/tracker-state/tracker-state';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';

/** A notice of a condition of a task. */
export interface TaskNotice extends Pick<TaskEvidence, 'taskId' | 'condition'> {
  readonly accountId: number;
  readonly trackerId: number;
  /** Epoch milliseconds by the device clock. */
  readonly time: number;
}

/** Ends the repetition of a notice that somebody acknowledged. A task or device that was deleted has none. */
export async function acknowledgeTaskNotice(
  tx: Tx,
  { accountId, taskId, trackerId, condition, time }: TaskNotice,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into watch_task_acknowledged (task_id, tracker_id, condition, notice_at)
    select task_id, tracker_id, ${condition}::smallint, ${time}::bigint from watch_task_device
    where task_id = ${taskId}::int and tracker_id = ${trackerId}::int
    on conflict (task_id, tracker_id, condition)
      do update set notice_at = greatest(watch_task_acknowledged.notice_at, excluded.notice_at)`.execute(tx);
  if (numAffectedRows === 0n) return;
  await sendEvent(tx, { type: 'task-notice-acknowledged', accountId });
}

/** The acknowledged notices of the open tasks of an account. */
export function readAcknowledgedNotices(db: Db, accountId: number) {
  return db
    .selectFrom('watch_task_acknowledged')
    .innerJoin('watch_task', 'watch_task.task_id', 'watch_task_acknowledged.task_id')
    .where('watch_task.account_id', '=', accountId)
    .where('watch_task.is_open', '=', true)
    .selectAll('watch_task_acknowledged')
    .execute();
}
