import { createTask } from '@wakeline/contract/aviation/watch-tasks';
import { sendInstruction } from '@wakeline/contract/instructions';
import { hasAccess, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';

/** Whether a user may change the tasks that they see. Users limited to groups need at least one. */
export function canChangeTasks(user: Subject & Scope): boolean {
  return hasAccess(createTask.access, user) && user.groupIds?.length !== 0;
}

/** Whether a user may let the server send instructions to the devices of the tasks that they change. */
export function canInstructDevices(user: Subject & Scope): boolean {
  return canChangeTasks(user) && hasAccess(sendInstruction.access, user);
}
