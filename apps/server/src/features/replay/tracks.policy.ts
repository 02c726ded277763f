import { deleteTrackByTime, getTrackByTime, importTrack } from '@wakeline/contract/replay/tracks';
import { allows, type Subject } from '../../identity/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

/** Who may replay at all sees the tracks of the trackers that he sees. */
export function mayReadTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const sees = tracker.accountId === user.accountId && seesGroup(user, tracker.groupId);
  return sees && allows(getTrackByTime.access, user);
}

/** Who edits devices puts tracks into the history of those that he sees. */
export function mayImportTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const sees = tracker.accountId === user.accountId && seesGroup(user, tracker.groupId);
  return sees && allows(importTrack.access, user);
}

/** Who edits devices deletes parts of the history of those that he sees. */
export function mayDeleteTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const sees = tracker.accountId === user.accountId && seesGroup(user, tracker.groupId);
  return sees && allows(deleteTrackByTime.access, user);
}
