import { createGroup, deleteGroup, editGroup } from '@wakeline/contract/groups';
import { allows, type Subject } from '../../http/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

export interface GroupUser extends Subject, Scope {}

interface Owned {
  readonly accountId: number;
  readonly groupId: number;
}

/** A user sees the groups of his account, or those of them that he was given. */
export function mayReadGroup(user: GroupUser, { accountId, groupId }: Owned): boolean {
  return accountId === user.accountId && seesGroup(user, groupId);
}

/** Who was given groups does not make others: he would not see them. */
export function mayAddGroups(user: GroupUser): boolean {
  return allows(createGroup.access, user) && user.groupIds === null;
}

export function mayEditGroup(user: GroupUser, group: Owned): boolean {
  return allows(editGroup.access, user) && mayReadGroup(user, group);
}

/** Who was given groups does not delete any: its trackers would be out of his sight. */
export function mayRemoveGroups(user: GroupUser): boolean {
  return allows(deleteGroup.access, user) && user.groupIds === null;
}

export function mayRemoveGroup(user: GroupUser, group: Owned): boolean {
  return mayRemoveGroups(user) && mayReadGroup(user, group);
}
