import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';
import { findInPath } from './system-packages.ts';

/** Apache-2.0. */
const VERSITYGW = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

/**
 * Finds VersityGW, the S3 server of the tests of stored files in a bucket; it is installed from its sources if Go is there. These
 * tests are skipped without it.
 *
 * @returns why it is missing; null: it is not.
 */
export async function findS3Server(print: (text: string) => void): Promise<string | null> {
  if (isInstalled()) return null;
  if (findInPath(['go']) === null) return `no versitygw: install Go, then run: go install ${VERSITYGW}`;
  print('Installing versitygw ...');
  const { ok, output } = await run('go', ['install', VERSITYGW], { env: { GOBIN: GO_FOLDER } });
  if (ok && isInstalled()) return null;
  return `no versitygw; go install failed:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`;
}

/** Where Go installs programs by default. */
const GO_FOLDER = join(homedir(), 'go', 'bin');

function isInstalled(): boolean {
  return findInPath(['versitygw']) !== null || existsSync(join(GO_FOLDER, 'versitygw'));
}
