import { getTrackByTime } from '@wakeline/contract/tracks';
import { allows, type Subject } from '../../http/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

/** Who may replay at all sees the tracks of the trackers that he sees. */
export function mayReadTrack(
  user: Subject & Scope,
  tracker: { readonly accountId: number; readonly groupId: number | null },
): boolean {
  const sees = tracker.accountId === user.accountId && seesGroup(user, tracker.groupId);
  return sees && allows(getTrackByTime.access, user);
}
