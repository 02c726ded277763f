import { addTrackerIcon, deleteTrackerIcon } from '@wakeline/contract/trackers/icons';
import { hasAccess, type Subject } from '../../../identity/access.ts';
import type { Scope } from '../../../identity/scope.ts';

export function canAddIcons(user: Subject): boolean {
  return hasAccess(addTrackerIcon.access, user);
}

/** Requires full scope: users confined to some groups cannot see all devices that use the icon. */
export function canRemoveIcons(user: Subject & Scope): boolean {
  return hasAccess(deleteTrackerIcon.access, user) && user.groupIds === null;
}
