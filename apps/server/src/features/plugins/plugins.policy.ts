import { activatePlugins } from '@wakeline/contract/plugins';
import { allows, type Subject } from '../../identity/access.ts';

/** Functions are the account's: its holder adds them. */
export function mayActivate(user: Subject): boolean {
  return allows(activatePlugins.access, user);
}
