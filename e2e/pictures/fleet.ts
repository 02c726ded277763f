import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LOGIN, type ServerProcess } from '../support/server.ts';

const DEMO = fileURLToPath(new URL('../../apps/simulator/src/cli/demo.ts', import.meta.url));

/** Lets the demo's fleet report to a server; resolves when its history is there. Answers what ends it. */
export async function startFleet({ url, ports }: ServerProcess): Promise<() => Promise<void>> {
  const args = [`--server=${url}`, ...Object.entries(ports).map(([name, port]) => `--${name}=${port}`)];
  const fleet = spawn(process.execPath, [DEMO, ...args], {
    env: { ...process.env, WAKELINE_ACCOUNT: LOGIN.account, WAKELINE_PASSWORD: LOGIN.password },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const failed = once(fleet, 'exit').then(([code]) => {
    throw new Error(`the fleet ended with ${code}`);
  });
  await Promise.race([once(fleet, 'message'), failed]);
  return async () => {
    failed.catch(() => 'expected from now on');
    fleet.kill('SIGTERM');
    if (fleet.exitCode === null && fleet.signalCode === null) await once(fleet, 'exit');
  };
}
