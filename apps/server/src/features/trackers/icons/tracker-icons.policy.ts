import { addTrackerIcon, deleteTrackerIcon } from '@wakeline/contract/trackers/icons';
import { hasAccess, type Subject } from '../../../identity/access.ts';
import type { Scope } from '../../../identity/scope.ts';

export function canAddIcons(user: Subject): boolean {
  return hasAccess(addTrackerIcon.access, user);
}

/** Who sees some groups only does not know which other devices have it. */
export function canRemoveIcons(user: Subject & Scope): boolean {
  return hasAccess(deleteTrackerIcon.access, user) && user.groupIds === null;
}
