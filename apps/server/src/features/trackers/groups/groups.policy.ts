import { createGroup, deleteGroup, editGroup } from '@wakeline/contract/trackers/groups';
import { hasAccess, type Subject } from '../../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../../identity/scope.ts';

export interface GroupUser extends Subject, Scope {}

export interface OwnedGroup {
  readonly accountId: number;
  readonly groupId: number;
  /** Parent group. */
  readonly parentId: number | null;
}

/** Users see the groups of their account, or the groups granted to them with all descendants. */
export function canReadGroup(
  user: GroupUser,
  { accountId, groupId }: Pick<OwnedGroup, 'accountId' | 'groupId'>,
): boolean {
  return accountId === user.accountId && canSeeGroup(user, groupId);
}

/** Users confined to some groups need at least one of them as a parent. */
export function canAddGroups(user: GroupUser): boolean {
  return hasAccess(createGroup.access, user) && user.groupIds?.length !== 0;
}

/** Only users with full scope can place groups at the top level; others would not see them there. */
export function canPlaceAtTop(user: GroupUser): boolean {
  return user.groupIds === null;
}

export function canEditGroup(user: GroupUser, group: OwnedGroup): boolean {
  return hasAccess(editGroup.access, user) && canReadGroup(user, group);
}

/** Moving a group out of its parent requires access to the parent, whose users lose the moved group. */
export function canMoveGroup(user: GroupUser, group: OwnedGroup): boolean {
  return canEditGroup(user, group) && canSeeGroup(user, group.parentId);
}

/** The contents of a removed group move to its parent, which has to be in scope, too. */
export function canRemoveGroup(user: GroupUser, group: OwnedGroup): boolean {
  return (
    hasAccess(deleteGroup.access, user) && canReadGroup(user, group) && canSeeGroup(user, group.parentId)
  );
}
