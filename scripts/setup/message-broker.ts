import { existsSync } from 'node:fs';
import { run } from './run.ts';
import { findInPath, installPackages } from './system-packages.ts';

/** Debian installs the broker where only the PATH of root has it. */
const DEBIAN_PATH = '/usr/sbin/mosquitto';

/**
 * Finds Mosquitto, the MQTT broker of the tests; on Debian and Ubuntu it is installed if permitted. Tests that need it are
 * skipped without it.
 *
 * @returns why it is missing; null: it is not.
 */
export async function findMessageBroker(print: (text: string) => void): Promise<string | null> {
  if (isInstalled()) return null;
  const reason = await installPackages(['mosquitto'], print);
  if (!isInstalled()) return `no mosquitto; ${reason ?? 'its package has none'}`;
  // Tests start their own brokers: the service of the package is not needed.
  if (reason === null && findInPath(['systemctl']) !== null)
    await run('systemctl', ['disable', '--now', 'mosquitto']);
  return null;
}

function isInstalled(): boolean {
  return findInPath(['mosquitto']) !== null || existsSync(DEBIAN_PATH);
}
