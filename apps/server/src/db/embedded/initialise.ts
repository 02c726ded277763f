import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Owner } from './owner.ts';
import type { Programs } from './programs.ts';

/** The role that owns everything in the embedded cluster, and the name of its database. */
export const ROLE = 'wakeline';
const MAJOR_VERSION = '18';

/**
 * Creates the cluster if there is none. It is created next to its final path and then renamed: a killed server leaves
 * no incomplete cluster, and of two servers starting at once one wins.
 *
 * Text is UTF-8 and sorted by code point (`builtin` provider, C.UTF-8): no update of the system's libraries can
 * change this order under the indexes. The console sorts visible lists by the user's language.
 *
 * @throws Error for a cluster of another major version, or with the output of initdb when it failed.
 */
export async function initialise(
  cluster: string,
  programs: Programs,
  owner: Owner | null,
  passwordFile: string | null,
): Promise<void> {
  if (existsSync(cluster)) {
    requireSameVersion(cluster);
    return;
  }
  const draft = `${cluster}-${randomBytes(4).toString('hex')}`;
  try {
    const authentication =
      passwordFile === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await run(
      programs.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${ROLE}`,
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...authentication,
      ],
      dirname(cluster),
      owner,
    );
    await rename(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    // Another server has created the cluster meanwhile.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    if (!existsSync(cluster)) throw error;
  }
}

function requireSameVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none';
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${cluster} is not a PostgreSQL ${MAJOR_VERSION} cluster (PG_VERSION: ${version}): ` +
        'see docs/operating/database.md, "Another major version"',
    );
  }
}

function run(program: string, args: readonly string[], cwd: string, owner: Owner | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnvironment(),
      ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`initdb failed (${code}): ${output.trim()}`));
    });
  });
}

/** PostgreSQL's programs must not inherit variables for another PostgreSQL (PGDATA, PGPORT...) from our environment. */
export function programEnvironment(): Record<string, string> {
  return process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows' }
    : { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
}
