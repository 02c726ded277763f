import { EDIT_COURSES } from '@wakeline/contract/courses/events';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Events belong to the account: editors with the function may add, change and delete all of them. */
export function canEditEvents(user: Subject): boolean {
  return hasAccess(EDIT_COURSES, user);
}
