import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Imports the conversations of the demo's satellite terminals into an account, except those that were imported before. A
 * failure is printed; a user may have deleted a terminal.
 */
export async function importDemoMessages(
  account: string,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wakeline-demo-'));
  try {
    const file = join(folder, 'messages.jsonl');
    const { stdout } = await run(process.execPath, ['apps/simulator/src/cli/demo-messages.ts']);
    await writeFile(file, stdout);
    const program = ['apps/server/src/operator/admin.ts', 'import-satellite-messages', account, file];
    await run(process.execPath, program, { env: environment });
  } catch (error) {
    console.error(`The satellite messages of the demo were not imported: ${(error as Error).message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
