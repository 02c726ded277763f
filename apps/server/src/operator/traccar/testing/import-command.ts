import { Readable } from 'node:stream';
import type { World } from '../../../testing/world.ts';
import { runAdmin } from '../../command-line.ts';
import { statusOf } from '../../run-command.ts';

export interface CommandResult {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `import-traccar` on the database of a world, in this process; `secret` is its standard input. */
export async function runImportCommand(
  world: World,
  args: readonly string[],
  secret = '',
): Promise<CommandResult> {
  let [output, errors] = ['', ''];
  const environment = { DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: world.dataDir };
  const print = (text: string) => {
    output += text;
  };
  const input = Readable.from([`${secret}\n`]);
  const status = await statusOf(
    () => runAdmin(['import-traccar', ...args], environment, { input, print }),
    (text) => {
      errors += text;
    },
  );
  return { status, output, errors };
}
