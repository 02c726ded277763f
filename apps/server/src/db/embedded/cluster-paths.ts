import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canTraverse, type Owner } from './owner.ts';

/** Where what belongs to PostgreSQL lies when its user cannot reach the data folder. */
const EXTERNAL_ROOT = '/var/lib/wakeline';
/** In the data folder: says where the cluster lies when it does not lie there. */
const NOTE_FILE = 'postgres-lies-elsewhere.txt';
/** A socket's whole path may have 107 bytes on Linux (unix(7)), 103 on macOS; with `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_BYTES = 103 - '/.s.PGSQL.5432'.length;

export interface ClusterPaths {
  /** PostgreSQL's own folder (PGDATA). */
  readonly cluster: string;
  /** What PostgreSQL prints. */
  readonly log: string;
  /** Where its socket is made. */
  readonly sockets: string;
  /** Where a copy of its programs may be kept. */
  readonly programs: string;
  /** Folders that look like former clusters of the same data folder, which has been removed since. */
  readonly leftovers: readonly string[];
}

/**
 * Chooses and makes the folders for the cluster of `dataDir`: in `dataDir/postgres`; but when `owner` cannot
 * get there, in /var/lib/wakeline, with a note in `dataDir` that says where. The note decides from then on, so a
 * data folder that is removed begins anew.
 */
export function prepareClusterPaths(
  dataDir: string,
  owner: Owner | null,
  externalRoot: string = EXTERNAL_ROOT,
): ClusterPaths {
  mkdirSync(dataDir, { recursive: true });
  const data = realpathSync(dataDir);
  if (owner !== null) allowTraversalIfEmpty(data);
  if (owner === null || canTraverse(owner, data))
    return createFolders(join(data, 'postgres'), data, owner, []);

  const prefix = `${createHash('sha256').update(data).digest('hex').slice(0, 12)}-`;
  mkdirSync(externalRoot, { recursive: true, mode: 0o755 });
  const notePath = join(data, NOTE_FILE);
  if (existsSync(notePath)) {
    const notedPath = readFileSync(notePath, 'utf8').split('\n')[0] ?? '';
    return createFolders(notedPath, externalRoot, owner, []);
  }
  const leftOver = readdirSync(externalRoot).filter((name) => name.startsWith(prefix));
  const home = join(externalRoot, prefix + randomBytes(4).toString('hex'));
  try {
    // `wx`: of two servers that start at once, one writes the note and the other follows it.
    writeFileSync(notePath, `${home}\nPostgreSQL runs as ${owner.name}, who cannot enter this folder.\n`, {
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return prepareClusterPaths(dataDir, owner, externalRoot);
    throw error;
  }
  return createFolders(
    home,
    externalRoot,
    owner,
    leftOver.map((name) => join(externalRoot, name)),
  );
}

/** A data folder in which nothing is yet (as a test makes one) may be entered, not read, by others: then all can lie in it. */
function allowTraversalIfEmpty(data: string): void {
  if (readdirSync(data).length === 0) chmodSync(data, statSync(data).mode | 0o011);
}

function createFolders(
  home: string,
  programs: string,
  owner: Owner | null,
  leftovers: readonly string[],
): ClusterPaths {
  createFolder(home, owner);
  const defaultSockets = join(home, 'socket');
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const sockets =
    Buffer.byteLength(defaultSockets) <= MAX_SOCKET_FOLDER_BYTES
      ? defaultSockets
      : join(tmpdir(), `wakeline-${hash}`);
  createFolder(sockets, owner);
  return { cluster: join(home, 'cluster'), log: join(home, 'postgres.log'), sockets, programs, leftovers };
}

/** Nobody but PostgreSQL's user may enter: whoever reaches the socket is let in without a password. */
function createFolder(path: string, owner: Owner | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const uid = owner?.uid ?? process.getuid?.();
  if (uid === undefined) return;
  const stats = lstatSync(path);
  if (!stats.isDirectory()) throw new Error(`${path} is not a folder`);
  if (stats.uid !== uid) {
    if (owner === null)
      throw new Error(`${path} belongs to user ${stats.uid}: start the server as the same user as before`);
    if (stats.uid !== 0)
      throw new Error(`${path} belongs to user ${stats.uid}, PostgreSQL would run as ${owner.name}`);
    chownSync(path, owner.uid, owner.gid);
  }
  chmodSync(path, 0o700);
}
