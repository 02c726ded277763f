import { createTask } from '@wakeline/contract/aviation/watch-tasks';
import { hasAccess, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';

/** Whether a user may change the tasks that they see. Users limited to groups need at least one. */
export function canChangeTasks(user: Subject & Scope): boolean {
  return hasAccess(createTask.access, user) && user.groupIds?.length !== 0;
}
