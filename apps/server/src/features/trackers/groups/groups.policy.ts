import { createGroup, deleteGroup, editGroup } from '@wakeline/contract/trackers/groups';
import { hasAccess, type Subject } from '../../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../../identity/scope.ts';

export interface GroupUser extends Subject, Scope {}

export interface OwnedGroup {
  readonly accountId: number;
  readonly groupId: number;
  /** The group that it lies in. */
  readonly parentId: number | null;
}

/** A user sees the groups of his account, or those of them that he was given, with all that lies below them. */
export function canReadGroup(
  user: GroupUser,
  { accountId, groupId }: Pick<OwnedGroup, 'accountId' | 'groupId'>,
): boolean {
  return accountId === user.accountId && canSeeGroup(user, groupId);
}

/** Who sees some groups only needs one of them to make others in. */
export function canAddGroups(user: GroupUser): boolean {
  return hasAccess(createGroup.access, user) && user.groupIds?.length !== 0;
}

/** At the top, and out of every group, only who sees all puts a group: nobody else would see it there. */
export function canPlaceAtTop(user: GroupUser): boolean {
  return user.groupIds === null;
}

export function canEditGroup(user: GroupUser, group: OwnedGroup): boolean {
  return hasAccess(editGroup.access, user) && canReadGroup(user, group);
}

/** Out of a group it is taken by whom sees that one: others lose what he takes away. */
export function canMoveGroup(user: GroupUser, group: OwnedGroup): boolean {
  return canEditGroup(user, group) && canSeeGroup(user, group.parentId);
}

/** What is in a group moves to the one above it, which has to be in his sight too. */
export function canRemoveGroup(user: GroupUser, group: OwnedGroup): boolean {
  return (
    hasAccess(deleteGroup.access, user) && canReadGroup(user, group) && canSeeGroup(user, group.parentId)
  );
}
