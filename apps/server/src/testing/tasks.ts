import type { Db } from '../db/database.ts';
import { openQueue } from '../tasks/queue.ts';
import { type AddTask, taskAdder } from '../tasks/tasks.ts';

/** Puts tasks into the queue of a server that is put together without anybody who works on them. */
export function testAddTask(db: Db): AddTask {
  return taskAdder(openQueue(db));
}
