import { createFence, queryAllFences } from '@wakeline/contract/map-objects/fences';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

export interface ObjectUser extends Subject, Scope {}

interface Owned {
  readonly accountId: number;
  /** Tracker group of the object; null means the complete account. */
  readonly groupId: number | null;
}

/** Fences, labelled points and routes have the same rights: users who can see a group's trackers can see its objects. */
export function canReadObject(user: ObjectUser, object: Owned): boolean {
  const isVisible = object.groupId === null || canSeeGroup(user, object.groupId);
  return hasAccess(queryAllFences.access, user) && object.accountId === user.accountId && isVisible;
}

/** Users confined to some groups need at least one of them. */
export function canAddObjects(user: ObjectUser): boolean {
  return hasAccess(createFence.access, user) && user.groupIds?.length !== 0;
}

/** Users confined to some groups can add objects to these, but not to the complete account. */
export function canPlaceObject(user: ObjectUser, groupId: number | null): boolean {
  return canSeeGroup(user, groupId);
}

/** Objects of the complete account can be changed only by users with full scope. */
export function canEditObject(user: ObjectUser, object: Owned): boolean {
  return (
    hasAccess(createFence.access, user) &&
    object.accountId === user.accountId &&
    canSeeGroup(user, object.groupId)
  );
}

export function objectAbilities(user: ObjectUser, object: Owned): { edit: boolean; remove: boolean } {
  const canEdit = canEditObject(user, object);
  return { edit: canEdit, remove: canEdit };
}
