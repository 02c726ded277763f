import { expect } from 'vitest';
import { readPdf } from '../../../testing/pdf-text.ts';
import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import type { World } from '../../../testing/world.ts';

/**
 * The PDF file that a task writes, and its texts. The process that prints it has a lower priority than all others: on a
 * busy machine it waits.
 */
export async function readPrintedReport(
  world: World,
  person: Person,
  taskProgressId: number,
): Promise<{ readonly file: Buffer; readonly texts: readonly string[] }> {
  const findState = async () =>
    (await person.call('queryAllTaskProgress', {})).list.find((one) => one.taskProgressId === taskProgressId)
      ?.state;
  await expect.poll(findState, { timeout: 150_000 }).toMatch(/done|failed/);
  const file = await readTaskFile(world, person, taskProgressId);
  return { file, texts: (await readPdf(file)).flat().map(({ text }) => text) };
}
