import { createShareLink, queryShareLinks, queryTrails, withdrawShareLink } from '@wakeline/contract/shares';
import { hasAccess, hasPermission, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

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
export function canReadTrail(user: ShareUser, { accountId, groupId }: OwnedTracker): boolean {
  return hasAccess(queryTrails.access, user) && accountId === user.accountId && canSeeGroup(user, groupId);
}

/**
 * A link shows what its owner may share at this moment: whoever is no editor any more, has lost the function or the tracker's
 * group, shares it no more.
 */
export function canShareTracker(owner: ShareUser, tracker: OwnedTracker): boolean {
  return hasAccess(createShareLink.access, owner) && canReadTrail(owner, tracker);
}

/** Everybody his own; administrators and the holder those of the account as well. */
export function canReadShare(user: ShareUser, share: OwnedShare): boolean {
  return hasAccess(queryShareLinks.access, user) && isOwnOrAdministered(user, share);
}

export function canRevokeShare(user: ShareUser, share: OwnedShare): boolean {
  return hasAccess(withdrawShareLink.access, user) && isOwnOrAdministered(user, share);
}

function isOwnOrAdministered(user: ShareUser, { accountId, userId }: OwnedShare): boolean {
  return accountId === user.accountId && (userId === user.userId || hasPermission(user, 'administrator'));
}
