import { SUB_PERMISSIONS } from '@wakeline/contract/entities/sub-user';
import type { Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import type { Subject } from '../../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../../identity/scope.ts';

export type SubPermission = (typeof SUB_PERMISSIONS)[number];

/** Who manages sub-accounts: the operations let in nobody below an administrator with the function for it. */
export interface Manager extends Subject, Scope {}

/** Who manages those that are there, with the functions that he was given and his account has no more. */
export interface SubUserManager extends Manager {
  readonly lapsedRoles: readonly string[];
}

/** What a user may do, and with which trackers. */
export interface Rights {
  readonly permission: Permission;
  readonly roles: readonly Role[];
  readonly groupIds: readonly number[] | null;
}

interface Managed extends Rights {
  readonly accountId: number;
  readonly subUserId: number;
  /** They come back with the account's. */
  readonly lapsedRoles: readonly string[];
}

/**
 * The holder makes administrators, editors and viewers; an administrator only editors and viewers. A program makes and
 * manages nobody: whoever has its token would be that person when the token has ended.
 */
export function grantablePermissions({ permission, via }: Manager): readonly SubPermission[] {
  if (via === 'token') return [];
  if (permission === 'holder') return SUB_PERMISSIONS;
  return permission === 'administrator' ? ['editor', 'viewer'] : [];
}

/** Nobody gives a function that he has not himself; so none that the account has not. */
export function grantableRoles({ roles, via }: Manager): readonly Role[] {
  return via === 'token' ? [] : roles;
}

/** Nobody shows others a group that he does not see himself; all groups only who sees all. */
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

/** Nobody is above himself: his rights are for others to change, his password is changed where the old one is asked for. */
export function isSelf(manager: Manager, { subUserId }: Pick<Managed, 'subUserId'>): boolean {
  return subUserId === manager.userId;
}

/**
 * The holder manages every other user of his account. An administrator manages those who have nothing that he could not
 * give: with a new password for one who may do more he would be that one. What has lapsed counts: it comes back.
 */
export function canManage(manager: SubUserManager, user: Managed): boolean {
  if (manager.via === 'token') return false;
  if (user.accountId !== manager.accountId || isSelf(manager, user)) return false;
  if (manager.permission === 'holder') return true;
  return canGrant(manager, user) && user.lapsedRoles.every((role) => manager.lapsedRoles.includes(role));
}
