import type { CompiledRule, TaskGeometry } from '@wakeline/domain/rules/compile-rule';
import { compileTask, taskKey } from '@wakeline/domain/rules/compile-task';
import { readAcknowledgedNotices } from '../aviation/acknowledged-notices.ts';
import { fieldsOf, type WatchTaskRow } from '../aviation/watch-tasks.ts';
import type { Db } from '../db/database.ts';

/** The conditions of a task of an account. */
export function compileTaskRow(row: WatchTaskRow, geometry: TaskGeometry): readonly CompiledRule[] {
  const { executeFrom, executeTo, ...task } = fieldsOf(row);
  return compileTask(
    {
      ...task,
      taskId: row.task_id,
      changedAt: row.changed_at.getTime(),
      execution: { from: executeFrom, to: executeTo },
    },
    geometry,
  );
}

/** By tracker, then by the key of the condition: the time of the newest notice that somebody acknowledged. */
export type AcknowledgedNotices = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** The acknowledged notices of the open tasks of an account. */
export async function readAcknowledged(db: Db, accountId: number): Promise<AcknowledgedNotices> {
  const acknowledged = new Map<number, Map<string, number>>();
  for (const { tracker_id, task_id, condition, notice_at } of await readAcknowledgedNotices(db, accountId)) {
    const ofTracker = acknowledged.get(tracker_id) ?? new Map<string, number>();
    ofTracker.set(taskKey(task_id, condition), notice_at);
    acknowledged.set(tracker_id, ofTracker);
  }
  return acknowledged;
}
