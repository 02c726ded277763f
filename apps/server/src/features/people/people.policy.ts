import { createPeople } from '@wakeline/contract/people/people';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Whether the user may create, change, withdraw, restore and delete people that they see. */
export function canChangePeople(user: Subject): boolean {
  return hasAccess(createPeople.access, user);
}
