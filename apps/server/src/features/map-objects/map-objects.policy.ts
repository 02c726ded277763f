import { createFence, queryAllFences } from '@wakeline/contract/map-objects/fences';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

export interface ObjectUser extends Subject, Scope {}

interface Owned {
  readonly accountId: number;
  /** The tracker group that it belongs to; null: the whole account. */
  readonly groupId: number | null;
}

/** Fences, labelled points and routes have the same rights: those who watch trackers see what is drawn for them. */
export function canReadObject(user: ObjectUser, object: Owned): boolean {
  const isVisible = object.groupId === null || canSeeGroup(user, object.groupId);
  return hasAccess(queryAllFences.access, user) && object.accountId === user.accountId && isVisible;
}

/** Who sees some groups only needs one of them to draw for. */
export function canAddObjects(user: ObjectUser): boolean {
  return hasAccess(createFence.access, user) && user.groupIds?.length !== 0;
}

/** Who sees some groups only draws for these and not for the whole account. */
export function canPlaceObject(user: ObjectUser, groupId: number | null): boolean {
  return canSeeGroup(user, groupId);
}

/** What is drawn for the whole account is changed by those who see all of it. */
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
