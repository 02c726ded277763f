import { deleteMsgById } from '@wakeline/contract/notices/notices';
import { queryAllTrackers } from '@wakeline/contract/trackers/trackers';
import { allows, type Subject } from '../../identity/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

/** Who may watch trackers reads the notices about them: a notice tells where one was. */
export function mayReadTrackerNotices(user: Subject): boolean {
  return allows(queryAllTrackers.access, user);
}

/** Of these he reads those about trackers that he sees now: where one was removed, or left his groups, he has lost sight of it. */
export function mayReadNotice(
  user: Subject & Pick<Scope, 'groupIds'>,
  notice: { readonly about: number | null; readonly group_id: number | null },
): boolean {
  return notice.about === null || (mayReadTrackerNotices(user) && seesGroup(user, notice.group_id));
}

/** A fence above or beside his groups may watch his tracker; he is not told its name. That of no group is everybody's. */
export function mayReadFenceName(user: Pick<Scope, 'groupIds'>, fenceGroupId: number | null): boolean {
  return fenceGroupId === null || seesGroup(user, fenceGroupId);
}

/** Of the notices that they read; a notice is the account's, so it is deleted for everybody. */
export function mayDeleteNotices(user: Subject): boolean {
  return allows(deleteMsgById.access, user);
}
