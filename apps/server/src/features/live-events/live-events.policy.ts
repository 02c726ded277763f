import { EDIT_MATCHES } from '@wakeline/contract/matches/matches';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Live events belong to the account: editors with one of the functions moderate comments and change gifts. */
export function canModerate(user: Subject): boolean {
  return hasAccess(EDIT_MATCHES, user);
}
