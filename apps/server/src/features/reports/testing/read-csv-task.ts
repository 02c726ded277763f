import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import type { World } from '../../../testing/world.ts';

/** The cells of the CSV file that a task has written, by their headings. */
export async function readCsvTask(
  world: World,
  person: Person,
  taskProgressId: number,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const bytes = new Uint8Array(await readTaskFile(world, person, taskProgressId));
  // The decoder drops the byte order mark.
  const lines = new TextDecoder().decode(bytes).trim().split('\r\n');
  const [headings = [], ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  );
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [headings[at] ?? '', cell])));
}
