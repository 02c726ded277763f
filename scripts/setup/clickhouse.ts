import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './run.ts';
import { findInPath, installPackages } from './system-packages.ts';

/** Debian installs the server where only the PATH of root has it. */
const DEBIAN_PATH = '/usr/sbin/clickhouse-server';
/** chdb, the engine of the current ClickHouse as a Python module. */
const CHDB_FOLDER = resolve('node_modules', '.cache', 'wakeline', 'chdb');

/**
 * Finds the engines of the tests of the history: ClickHouse 18.16 and ZooKeeper of Debian, and chdb. They are installed if
 * permitted.
 *
 * @returns why one is missing; null: none is
 */
export async function findClickHouse(print: (text: string) => void): Promise<string | null> {
  return (await findServer(print)) ?? (await findChdb(print));
}

async function findServer(print: (text: string) => void): Promise<string | null> {
  if (isInstalled()) return null;
  const reason = await installPackages(['clickhouse-server', 'zookeeper'], print);
  if (!isInstalled()) return `no clickhouse-server; ${reason ?? 'its package has none'}`;
  // Tests start their own servers: the service of the package is not needed.
  if (reason === null && findInPath(['systemctl']) !== null)
    await run('systemctl', ['disable', '--now', 'clickhouse-server']);
  return null;
}

function isInstalled(): boolean {
  return findInPath(['clickhouse-server']) !== null || existsSync(DEBIAN_PATH);
}

async function findChdb(print: (text: string) => void): Promise<string | null> {
  if (existsSync(join(CHDB_FOLDER, 'chdb'))) return null;
  if (findInPath(['python3']) === null) return 'no python3 for chdb';
  print('Installing chdb ...');
  const { ok, output } = await run('python3', [
    '-m',
    'pip',
    'install',
    '-q',
    '--target',
    CHDB_FOLDER,
    'chdb',
  ]);
  return ok ? null : `no chdb; pip failed:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`;
}
