import { acknowledgeAlarm } from '@wakeline/contract/notices/alarms';
import { deleteMsgById } from '@wakeline/contract/notices/notices';
import { queryAllTrackers } from '@wakeline/contract/trackers/trackers';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

/** Users who can see trackers can read their notices: a notice reveals a position. */
export function canReadTrackerNotices(user: Subject): boolean {
  return hasAccess(queryAllTrackers.access, user);
}

/** Notices about trackers in the user's present scope. Notices of a tracker that was removed or left the scope are hidden. */
export function canReadNotice(
  user: Subject & Pick<Scope, 'groupIds'>,
  notice: { readonly about: number | null; readonly group_id: number | null },
): boolean {
  return notice.about === null || (canReadTrackerNotices(user) && canSeeGroup(user, notice.group_id));
}

/** The name of a fence outside the user's groups is hidden. Fences without a group are visible to all users. */
export function canReadFenceName(user: Pick<Scope, 'groupIds'>, fenceGroupId: number | null): boolean {
  return fenceGroupId === null || canSeeGroup(user, fenceGroupId);
}

/** Applies to notices that the user can read. A notice belongs to the account, so it is deleted for everybody. */
export function canDeleteNotices(user: Subject): boolean {
  return hasAccess(deleteMsgById.access, user);
}

/** Applies to alarms that the user can read. */
export function canHandleAlarms(user: Subject): boolean {
  return hasAccess(acknowledgeAlarm.access, user);
}
