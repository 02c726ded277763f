import { queryAllTrackers } from '@wakeline/contract/trackers';
import { allows, type Subject } from '../../http/access.ts';

/** Who may watch trackers reads the notices about them: a notice tells where one was. */
export function mayReadTrackerNotices(user: Subject): boolean {
  return allows(queryAllTrackers.access, user);
}
