import { DELIVERY_ACCESS } from '@wakeline/contract/delivery/recipients';
import { hasAccess, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';

/** Recipients get notices of any device, so managing them requires full scope. */
export function canManageDelivery(user: Subject & Pick<Scope, 'groupIds'>): boolean {
  return hasAccess(DELIVERY_ACCESS, user) && user.groupIds === null;
}
