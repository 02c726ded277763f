import { activatePlugins } from '@wakeline/contract/plugins';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Functions are the account's: its holder adds them. */
export function canActivate(user: Subject): boolean {
  return hasAccess(activatePlugins.access, user);
}
