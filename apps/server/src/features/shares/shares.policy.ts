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

/** Users with access to the live map can see the trails of the trackers in their scope. */
export function canReadTrail(user: ShareUser, { accountId, groupId }: OwnedTracker): boolean {
  return hasAccess(queryTrails.access, user) && accountId === user.accountId && canSeeGroup(user, groupId);
}

/**
 * A link shows what its owner can share at this moment. It ends when the owner is no longer an editor, or loses the
 * function or the tracker's group.
 */
export function canShareTracker(owner: ShareUser, tracker: OwnedTracker): boolean {
  return hasAccess(createShareLink.access, owner) && canReadTrail(owner, tracker);
}

/** Users can read their own links; administrators and the holder also those of the account. */
export function canReadShare(user: ShareUser, share: OwnedShare): boolean {
  return hasAccess(queryShareLinks.access, user) && isOwnOrAdministered(user, share);
}

export function canRevokeShare(user: ShareUser, share: OwnedShare): boolean {
  return hasAccess(withdrawShareLink.access, user) && isOwnOrAdministered(user, share);
}

function isOwnOrAdministered(user: ShareUser, { accountId, userId }: OwnedShare): boolean {
  return accountId === user.accountId && (userId === user.userId || hasPermission(user, 'administrator'));
}
