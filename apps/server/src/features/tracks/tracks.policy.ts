import { getTrackByTime } from '@wakeline/contract/tracks';
import { allows, type Subject } from '../../http/access.ts';

/** Who may replay at all sees the tracks of his account's trackers. */
export function mayReadTrack(
  user: Subject & { readonly accountId: number },
  tracker: { readonly accountId: number },
): boolean {
  return allows(getTrackByTime.access, user) && tracker.accountId === user.accountId;
}
