import { hasPermission, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';

/** Tasks name devices of the whole account, which requires full scope. */
export function canManageAccountTasks(user: Pick<Subject, 'permission'> & Pick<Scope, 'groupIds'>): boolean {
  return hasPermission(user, 'administrator') && user.groupIds === null;
}
