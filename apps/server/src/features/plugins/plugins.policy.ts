import { activatePlugins } from '@wakeline/contract/plugins';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Functions belong to the account: only its holder activates them. */
export function canActivate(user: Subject): boolean {
  return hasAccess(activatePlugins.access, user);
}
