import { EDIT_MATCHES, VIEW_MATCHES } from '@wakeline/contract/matches/matches';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Video belongs to its match: who may change the match changes its video. */
export function canEditVideo(user: Subject): boolean {
  return hasAccess(EDIT_MATCHES, user);
}

/** Recordings and drafts are for users of the account who may see its matches. */
export function canViewVideo(user: Subject): boolean {
  return hasAccess(VIEW_MATCHES, user);
}
