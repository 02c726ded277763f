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

/** Folder for PostgreSQL's files when its user cannot reach the data folder. */
const EXTERNAL_ROOT = '/var/lib/wakeline';
/** File in the data folder with the path of a cluster that is elsewhere. */
const NOTE_FILE = 'postgres-lies-elsewhere.txt';
/** Maximum length of a socket path in bytes: 107 on Linux (unix(7)), 103 on macOS, including `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_BYTES = 103 - '/.s.PGSQL.5432'.length;

export interface ClusterPaths {
  /** PostgreSQL's own folder (PGDATA). */
  readonly cluster: string;
  /** The log file of PostgreSQL. */
  readonly log: string;
  /** The folder of its socket. */
  readonly sockets: string;
  /** Folder for a copy of its programs. */
  readonly programs: string;
  /** Folders that seem to be previous clusters of this data folder, which was removed. */
  readonly leftovers: readonly string[];
}

/**
 * Selects and creates the folders for the cluster of `dataDir`: in `dataDir/postgres`, or, when `owner` cannot reach
 * it, in /var/lib/wakeline with a note in `dataDir`. From then on the note decides, so a data folder that is removed
 * starts with a new cluster.
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
    // `wx`: when two servers start at once, one writes the note and the other one follows it.
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

/**
 * Lets others pass through an empty data folder (created by a test, for instance) without reading it, so that the
 * cluster can be in it.
 */
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

/** Only PostgreSQL's user may enter, because the socket accepts connections without a password. */
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
