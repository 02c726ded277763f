import { NamedError } from '@wakeline/contract/errors';
import type { Access, Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';

/** Who the access check looks at. */
export interface Subject {
  readonly userId: number;
  readonly login: string;
  /** A person with a session, or a program with a token. */
  readonly via: 'session' | 'token';
  readonly permission: Permission;
  readonly roles: readonly Role[];
}

/** Each permission includes those after it. */
const RANK: Readonly<Record<Permission, number>> = { holder: 3, administrator: 2, editor: 1, viewer: 0 };

export function hasPermission(subject: Pick<Subject, 'permission'>, minimum: Permission): boolean {
  return RANK[subject.permission] >= RANK[minimum];
}

/** The one of two permissions that allows less. */
export function lowerPermission(one: Permission, other: Permission): Permission {
  return RANK[one] < RANK[other] ? one : other;
}

/** Why a caller may not: `session-gone` for nobody, `not-allowed` for too low a permission or a missing function; null: they may. */
function accessError(access: Access, subject: Subject | null): NamedError | null {
  if (access === 'public') return null;
  if (subject === null) return new NamedError('session-gone');
  if (access === 'session') return null;
  const personal = access === 'person' || (typeof access === 'object' && access.person === true);
  if (personal && subject.via === 'token') return new NamedError('not-allowed', { way: 'token' });
  if (access === 'person') return null;
  const { permission, roles } = access;
  if (!hasPermission(subject, permission)) return new NamedError('not-allowed', { permission });
  if (roles !== null && !roles.some((role) => subject.roles.includes(role)))
    return new NamedError('not-allowed', { role: roles.join(' ') });
  return null;
}

/**
 * Lets a caller pass or says why not.
 *
 * @throws NamedError `session-gone` or `not-allowed`
 */
export function checkAccess(access: Access, subject: Subject | null): void {
  const error = accessError(access, subject);
  if (error !== null) throw error;
}

/** The same answer for abilities. */
export function hasAccess(access: Access, subject: Subject): boolean {
  return accessError(access, subject) === null;
}

/**
 * The payload's `uid` is a courtesy of the specification: the session says who calls, and a uid that says
 * something else is refused.
 *
 * @throws NamedError `uid-not-yours`, or `field-invalid` for what is neither a text nor a number
 */
export function checkUid(uid: unknown, subject: Subject | null): void {
  if (uid === undefined || uid === '' || subject === null) return;
  if (typeof uid !== 'string' && typeof uid !== 'number') {
    throw new NamedError('field-invalid', { field: 'uid', reason: typeof uid });
  }
  if (String(uid) !== String(subject.userId) && uid !== subject.login) throw new NamedError('uid-not-yours');
}
