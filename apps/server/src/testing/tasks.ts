import { TASK_DEFINITIONS } from '../app/task-definitions.ts';
import type { Db } from '../db/database.ts';
import { openQueue } from '../tasks/queue.ts';
import { createTaskQueue, type TaskQueue } from '../tasks/task-queue.ts';

/** Task queue of a server without workers. */
export function testTaskQueue(db: Db): TaskQueue {
  return createTaskQueue(openQueue(db), TASK_DEFINITIONS);
}
