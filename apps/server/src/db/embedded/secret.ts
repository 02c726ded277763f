import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClusterPaths } from './cluster-paths.ts';

export interface Secret {
  readonly file: string;
  readonly password: string;
}

/**
 * The password of a cluster that must listen on TCP, because Node cannot use a Unix socket there (Windows). Elsewhere
 * null: only PostgreSQL's user and root can enter the folder of its socket.
 */
export function readSecret(paths: ClusterPaths, platform: string = process.platform): Secret | null {
  if (platform !== 'win32') return null;
  const file = join(dirname(paths.cluster), 'password');
  try {
    writeFileSync(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return { file, password: readFileSync(file, 'utf8') };
}
