import { createGroup, deleteGroup, editGroup } from '@wakeline/contract/groups';
import { allows, type Subject } from '../../http/access.ts';

export interface GroupUser extends Subject {
  readonly accountId: number;
}

interface Owned {
  readonly accountId: number;
}

export function mayReadGroup(user: GroupUser, group: Owned): boolean {
  return group.accountId === user.accountId;
}

export function mayAddGroups(user: GroupUser): boolean {
  return allows(createGroup.access, user);
}

export function mayEditGroup(user: GroupUser, group: Owned): boolean {
  return allows(editGroup.access, user) && mayReadGroup(user, group);
}

export function mayRemoveGroup(user: GroupUser, group: Owned): boolean {
  return allows(deleteGroup.access, user) && mayReadGroup(user, group);
}
