import { deleteTrackByTime, getTrackByTime, importTrack } from '@wakeline/contract/replay/tracks';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

/** Who may replay at all sees the tracks of the trackers that he sees. */
export function canReadTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const isVisible = tracker.accountId === user.accountId && canSeeGroup(user, tracker.groupId);
  return isVisible && hasAccess(getTrackByTime.access, user);
}

/** Who edits devices puts tracks into the history of those that he sees. */
export function canImportTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const isVisible = tracker.accountId === user.accountId && canSeeGroup(user, tracker.groupId);
  return isVisible && hasAccess(importTrack.access, user);
}

/** Who edits devices deletes parts of the history of those that he sees. */
export function canDeleteTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const isVisible = tracker.accountId === user.accountId && canSeeGroup(user, tracker.groupId);
  return isVisible && hasAccess(deleteTrackByTime.access, user);
}
