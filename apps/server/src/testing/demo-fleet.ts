import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const DEMO = fileURLToPath(new URL('../../../simulator/src/cli/demo.ts', import.meta.url));

interface DemoFleet {
  /** The server and its device ports, by protocol. */
  readonly url: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly login: { readonly account: string; readonly password: string };
  /** Whether the output of the demo is printed. */
  readonly print: boolean;
}

/**
 * Starts the demo fleet for a server.
 *
 * @returns the stop function, once the fleet's history is stored
 * @throws Error if the fleet exits before that
 */
export async function startDemoFleet({ url, ports, login, print }: DemoFleet): Promise<() => Promise<void>> {
  const args = [`--server=${url}`, ...Object.entries(ports).map(([name, port]) => `--${name}=${port}`)];
  const fleet = spawn(process.execPath, [DEMO, ...args], {
    env: { ...process.env, WAKELINE_ACCOUNT: login.account, WAKELINE_PASSWORD: login.password },
    stdio: ['ignore', print ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  });
  const complete = new Promise<void>((resolve) => {
    fleet.on('message', (message: { readonly type: string }) => {
      if (message.type === 'demo-weeks') resolve();
    });
  });
  const failed = once(fleet, 'exit').then(([code]) => {
    throw new Error(`the demo fleet exited with ${code}`);
  });
  await Promise.race([complete, failed]);
  return async () => {
    failed.catch(() => 'expected from now on');
    fleet.kill('SIGTERM');
    if (fleet.exitCode === null && fleet.signalCode === null) await once(fleet, 'exit');
  };
}
