import { setTimeout as delay } from 'node:timers/promises';
import { isFinished, type TaskProgress } from '@wakeline/contract/tasks';
import type { BenchServer } from '../server.ts';

/** Milliseconds between two requests, as often as an open console is notified at most. */
const POLL_MS = 100;
const MAX_MS = 900_000;

/** Waits for a batch task. @throws Error if it fails, or takes more than 15 minutes */
export async function awaitTask(
  { client }: BenchServer,
  taskProgressId: number | null,
): Promise<TaskProgress> {
  const end = performance.now() + MAX_MS;
  while (performance.now() < end) {
    const { list } = await client.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    if (task?.state === 'done') return task;
    if (task === undefined || isFinished(task.state))
      throw new Error(`the task failed: ${JSON.stringify(task)}`);
    await delay(POLL_MS);
  }
  throw new Error('the task takes more than 15 minutes');
}

/** Waits for the newest task of the user. */
export async function awaitNewestTask(server: BenchServer): Promise<TaskProgress> {
  const { list } = await server.client.call('queryAllTaskProgress', {});
  return awaitTask(server, list[0]?.taskProgressId ?? null);
}
