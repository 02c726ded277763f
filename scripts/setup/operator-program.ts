import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program of `apps/server/src/operator` with the arguments and terminal of this process, and exits with its status. It is a
 * separate process because scripts may not import the server.
 */
export async function runOperatorProgram(name: string): Promise<void> {
  const program = `apps/server/src/operator/${name}.ts`;
  const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}
