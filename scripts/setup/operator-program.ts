import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program of `apps/server/src/operator` with this one's arguments and terminal, and ends as it ends. It runs apart, as
 * it has the server's parts in it, which nothing in here may import.
 */
export async function runOperatorProgram(name: string): Promise<void> {
  const program = `apps/server/src/operator/${name}.ts`;
  const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}
