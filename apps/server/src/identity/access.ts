import { NamedError } from '@wakeline/contract/errors';
import type { Access, Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';

/** The properties of a caller that the access check uses. */
export interface Subject {
  readonly userId: number;
  readonly login: string;
  /** A person with a session, or a program with a token. */
  readonly via: 'session' | 'token';
  readonly permission: Permission;
  readonly roles: readonly Role[];
}

/** Each permission includes all lower ones. */
const RANK: Readonly<Record<Permission, number>> = { holder: 3, administrator: 2, editor: 1, viewer: 0 };

export function hasPermission(subject: Pick<Subject, 'permission'>, minimum: Permission): boolean {
  return RANK[subject.permission] >= RANK[minimum];
}

/** Returns the lower of two permissions. */
export function lowerPermission(one: Permission, other: Permission): Permission {
  return RANK[one] < RANK[other] ? one : other;
}

/**
 * Why access is denied: `session-gone` without a session, `not-allowed` for too low a permission or a missing
 * function; null when it is allowed.
 */
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
 * Checks whether a caller may use an operation.
 *
 * @throws NamedError `session-gone` or `not-allowed`
 */
export function checkAccess(access: Access, subject: Subject | null): void {
  const error = accessError(access, subject);
  if (error !== null) throw error;
}

/** The same check as a predicate, for abilities. */
export function hasAccess(access: Access, subject: Subject): boolean {
  return accessError(access, subject) === null;
}

/**
 * Checks the optional `uid` of a payload. The session identifies the caller, so a different uid is refused.
 *
 * @throws NamedError `uid-not-yours`, or `field-invalid` for a value that is neither a string nor a number
 */
export function checkUid(uid: unknown, subject: Subject | null): void {
  if (uid === undefined || uid === '' || subject === null) return;
  if (typeof uid !== 'string' && typeof uid !== 'number') {
    throw new NamedError('field-invalid', { field: 'uid', reason: typeof uid });
  }
  if (String(uid) !== String(subject.userId) && uid !== subject.login) throw new NamedError('uid-not-yours');
}
