import { readFileSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** The user that PostgreSQL runs as, when it differs from ours. */
export interface Owner {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Users that PostgreSQL may run as when root starts the server: the first that exists. */
const CANDIDATES = ['wakeline', 'postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so a server that root starts runs it as an unprivileged user. Null when the
 * server is not root: then PostgreSQL runs as the same user.
 *
 * @throws Error when root starts the server and none of the candidates exists.
 */
export function findOwner(passwd: () => string = () => readFileSync('/etc/passwd', 'utf8')): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const users = passwd()
    .split('\n')
    .map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const [name, , uid, gid] = users.find(([user]) => user === candidate) ?? [];
    if (name !== undefined && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the users ${CANDIDATES.join(', ')} exists: ` +
      'create one, start the server as another user, or set DATABASE_URL to a PostgreSQL server',
  );
}

/** Whether `owner` can enter the existing `folder`: every folder on the path must allow it. */
export function canTraverse(owner: Owner, folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if (!canTraverseFolder(owner, statSync(path))) return false;
    if (path === parse(path).root) return true;
  }
}

function canTraverseFolder(owner: Owner, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === owner.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === owner.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
