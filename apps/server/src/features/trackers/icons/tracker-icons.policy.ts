import { addTrackerIcon, deleteTrackerIcon } from '@wakeline/contract/trackers/icons';
import { allows, type Subject } from '../../../identity/access.ts';
import type { Scope } from '../../../identity/scope.ts';

export function mayAddIcons(user: Subject): boolean {
  return allows(addTrackerIcon.access, user);
}

/** Who sees some groups only does not know which other devices have it. */
export function mayRemoveIcons(user: Subject & Scope): boolean {
  return allows(deleteTrackerIcon.access, user) && user.groupIds === null;
}
