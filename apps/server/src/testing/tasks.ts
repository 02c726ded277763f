import { TASK_DEFINITIONS } from '../app/task-definitions.ts';
import type { Db } from '../db/database.ts';
import { openQueue } from '../tasks/queue.ts';
import { createTaskQueue, type TaskQueue } from '../tasks/task-queue.ts';

/** Puts tasks into the queue of a server that is put together without anybody who works on them. */
export function testTaskQueue(db: Db): TaskQueue {
  return createTaskQueue(openQueue(db), TASK_DEFINITIONS);
}
