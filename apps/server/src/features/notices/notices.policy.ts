import { deleteMsgById } from '@wakeline/contract/notices/notices';
import { queryAllTrackers } from '@wakeline/contract/trackers/trackers';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

/** Who may watch trackers reads the notices about them: a notice tells where one was. */
export function canReadTrackerNotices(user: Subject): boolean {
  return hasAccess(queryAllTrackers.access, user);
}

/** Of these he reads those about trackers that he sees now: where one was removed, or left his groups, he has lost sight of it. */
export function canReadNotice(
  user: Subject & Pick<Scope, 'groupIds'>,
  notice: { readonly about: number | null; readonly group_id: number | null },
): boolean {
  return notice.about === null || (canReadTrackerNotices(user) && canSeeGroup(user, notice.group_id));
}

/** A fence above or beside his groups may watch his tracker; he is not told its name. That of no group is everybody's. */
export function canReadFenceName(user: Pick<Scope, 'groupIds'>, fenceGroupId: number | null): boolean {
  return fenceGroupId === null || canSeeGroup(user, fenceGroupId);
}

/** Of the notices that they read; a notice is the account's, so it is deleted for everybody. */
export function canDeleteNotices(user: Subject): boolean {
  return hasAccess(deleteMsgById.access, user);
}
