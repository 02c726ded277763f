import { addFeed, editFeed, queryFeeds, removeFeed } from '@wakeline/contract/trackers/feeds';
import { hasAccess, type Subject } from '../../../identity/access.ts';
import type { Scope } from '../../../identity/scope.ts';

/** A feed belongs to no group, so it requires full scope. */
export function canReadFeeds(user: Subject & Scope): boolean {
  return hasAccess(queryFeeds.access, user) && user.groupIds === null;
}

export function canAddFeeds(user: Subject & Scope): boolean {
  return hasAccess(addFeed.access, user) && user.groupIds === null;
}

export function canEditFeeds(user: Subject & Scope): boolean {
  return hasAccess(editFeed.access, user) && user.groupIds === null;
}

export function canRemoveFeeds(user: Subject & Scope): boolean {
  return hasAccess(removeFeed.access, user) && user.groupIds === null;
}
