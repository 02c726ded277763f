import { SUB_PERMISSIONS } from '@wakeline/contract/entities/sub-user';
import type { Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import type { Subject } from '../../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../../identity/scope.ts';

export type SubPermission = (typeof SUB_PERMISSIONS)[number];

/** A user who manages sub-accounts. The operations require at least an administrator with the function for it. */
export interface Manager extends Subject, Scope {}

/** A manager of existing sub-accounts, with the functions granted to them that the account no longer has. */
export interface SubUserManager extends Manager {
  readonly lapsedRoles: readonly string[];
}

/** Permission, functions and groups of a user. */
export interface Rights {
  readonly permission: Permission;
  readonly roles: readonly Role[];
  readonly groupIds: readonly number[] | null;
}

interface Managed extends Rights {
  readonly accountId: number;
  readonly subUserId: number;
  /** Granted functions that apply again when the account gets them back. */
  readonly lapsedRoles: readonly string[];
}

/**
 * The holder grants administrator, editor and viewer; an administrator only editor and viewer. A token grants nothing:
 * otherwise its owner could create a login that outlives it.
 */
export function grantablePermissions({ permission, via }: Manager): readonly SubPermission[] {
  if (via === 'token') return [];
  if (permission === 'holder') return SUB_PERMISSIONS;
  return permission === 'administrator' ? ['editor', 'viewer'] : [];
}

/** Users can grant only functions that they have themselves, so none that the account lacks. */
export function grantableRoles({ roles, via }: Manager): readonly Role[] {
  return via === 'token' ? [] : roles;
}

/** Users can grant only groups in their own scope; all groups only with full scope. */
export function canGrantGroups(manager: Manager, groupIds: readonly number[] | null): boolean {
  if (groupIds === null) return manager.groupIds === null;
  return groupIds.every((groupId) => canSeeGroup(manager, groupId));
}

export function canGrant(manager: Manager, { permission, roles, groupIds }: Rights): boolean {
  const ownRoles = grantableRoles(manager);
  return (
    grantablePermissions(manager).some((permissionToGrant) => permissionToGrant === permission) &&
    roles.every((role) => ownRoles.includes(role)) &&
    canGrantGroups(manager, groupIds)
  );
}

/** Users cannot manage themselves: others change their rights, and a new password requires the old one. */
export function isSelf(manager: Manager, { subUserId }: Pick<Managed, 'subUserId'>): boolean {
  return subUserId === manager.userId;
}

/**
 * The holder manages every other user of the account. An administrator manages users who have only rights that the
 * administrator can grant: setting the password of a user with more rights would give access to these. Lapsed functions
 * count, since they can apply again.
 */
export function canManage(manager: SubUserManager, user: Managed): boolean {
  if (manager.via === 'token') return false;
  if (user.accountId !== manager.accountId || isSelf(manager, user)) return false;
  if (manager.permission === 'holder') return true;
  return canGrant(manager, user) && user.lapsedRoles.every((role) => manager.lapsedRoles.includes(role));
}
