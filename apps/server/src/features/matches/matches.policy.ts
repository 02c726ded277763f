import { EDIT_MATCHES } from '@wakeline/contract/matches/matches';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Matches belong to the account: editors with one of the functions may change and delete all of them. */
export function canEditMatches(user: Subject): boolean {
  return hasAccess(EDIT_MATCHES, user);
}
