import type { TaskState } from '@wakeline/contract/tasks';

/** How the bar of a task looks in each of its states. */
export const PROGRESS_STATUS = {
  waiting: 'normal',
  running: 'active',
  cancelling: 'normal',
  cancelled: 'normal',
  done: 'success',
  failed: 'exception',
} as const satisfies Readonly<Record<TaskState, string>>;
