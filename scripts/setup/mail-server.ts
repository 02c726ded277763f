import { existsSync } from 'node:fs';
import { run } from './run.ts';
import { findInPath, installPackages } from './system-packages.ts';

/** Debian installs the server where only the PATH of root has it. */
const DEBIAN_PATH = '/usr/sbin/dovecot';

/**
 * Finds Dovecot, the IMAP server of the tests; on Debian and Ubuntu it is installed if permitted. Tests that need it are
 * skipped without it.
 *
 * @returns why it is missing; null: it is not.
 */
export async function findMailServer(print: (text: string) => void): Promise<string | null> {
  if (isInstalled()) return null;
  const reason = await installPackages(['dovecot-imapd'], print);
  if (!isInstalled()) return `no dovecot; ${reason ?? 'its package has none'}`;
  // Tests start their own servers: the service of the package is not needed.
  if (reason === null && findInPath(['systemctl']) !== null)
    await run('systemctl', ['disable', '--now', 'dovecot']);
  return null;
}

function isInstalled(): boolean {
  return findInPath(['dovecot']) !== null || existsSync(DEBIAN_PATH);
}
