import { deleteTrackByTime, getTrackByTime, importTrack } from '@wakeline/contract/replay/tracks';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

/** Users with access to replays can see the tracks of the trackers in their scope. */
export function canReadTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const isVisible = tracker.accountId === user.accountId && canSeeGroup(user, tracker.groupId);
  return isVisible && hasAccess(getTrackByTime.access, user);
}

/** Users who can edit devices can import tracks for those in their scope. */
export function canImportTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const isVisible = tracker.accountId === user.accountId && canSeeGroup(user, tracker.groupId);
  return isVisible && hasAccess(importTrack.access, user);
}

/** Users who can edit devices can delete parts of the history of those in their scope. */
export function canDeleteTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const isVisible = tracker.accountId === user.accountId && canSeeGroup(user, tracker.groupId);
  return isVisible && hasAccess(deleteTrackByTime.access, user);
}
