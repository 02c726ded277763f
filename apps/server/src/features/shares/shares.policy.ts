import { createShareLink, queryShareLinks, queryTrails, withdrawShareLink } from '@wakeline/contract/shares';
import { allows, hasPermission, type Subject } from '../../identity/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

export interface ShareUser extends Subject, Scope {}

interface OwnedShare {
  readonly accountId: number;
  readonly userId: number;
}

interface OwnedTracker {
  readonly accountId: number;
  readonly groupId: number | null;
}

/** Who may watch at all sees the last minutes of the trackers that he sees. */
export function mayReadTrail(user: ShareUser, { accountId, groupId }: OwnedTracker): boolean {
  return allows(queryTrails.access, user) && accountId === user.accountId && seesGroup(user, groupId);
}

/**
 * A link shows what its owner may share at this moment: whoever is no editor any more, has lost the function or the tracker's
 * group, shares it no more.
 */
export function sharesTracker(owner: ShareUser, tracker: OwnedTracker): boolean {
  return allows(createShareLink.access, owner) && mayReadTrail(owner, tracker);
}

/** Everybody his own; administrators and the holder those of the account as well. */
export function mayReadShare(user: ShareUser, share: OwnedShare): boolean {
  return allows(queryShareLinks.access, user) && reaches(user, share);
}

export function mayWithdrawShare(user: ShareUser, share: OwnedShare): boolean {
  return allows(withdrawShareLink.access, user) && reaches(user, share);
}

function reaches(user: ShareUser, { accountId, userId }: OwnedShare): boolean {
  return accountId === user.accountId && (userId === user.userId || hasPermission(user, 'administrator'));
}
