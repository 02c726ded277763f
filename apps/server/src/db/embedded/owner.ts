import { readFileSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** The user that PostgreSQL runs as, where it is another than ours. */
export interface Owner {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Users that PostgreSQL may run as when the server was started by root: the first that exists. */
const CANDIDATES = ['wakeline', 'postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so a server that was started by root runs it as somebody without rights.
 * Null when the server itself is not root: then PostgreSQL runs as the same user.
 *
 * @throws Error when root started us and none of the candidates exists.
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
      'make one, start the server as another user, or name a PostgreSQL in DATABASE_URL',
  );
}

/** Whether `owner` can enter `folder`, which has to exist: every folder on the way must let it pass. */
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
