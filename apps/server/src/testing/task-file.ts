import { eventually } from '../ingest/testing/eventually.ts';
import type { Person } from './person.ts';
import type { World } from './world.ts';

/** Waits for a batch task, and returns the file that it created. */
export async function readTaskFile(world: World, person: Person, taskProgressId: number): Promise<Buffer> {
  const url = await eventually('the task is done', async () => {
    const { list } = await person.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    if (task?.state === 'failed') throw new Error(`the task failed: ${task.reason}`);
    return task?.state === 'done' ? task.url : null;
  });
  const response = await fetch(`${world.url}${url}`, {
    headers: { authorization: `Bearer ${await person.token()}` },
  });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
