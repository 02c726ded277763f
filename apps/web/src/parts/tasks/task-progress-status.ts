import type { TaskState } from '@wakeline/contract/tasks';

/** Progress bar status for each task state. */
export const PROGRESS_STATUS = {
  waiting: 'normal',
  running: 'active',
  cancelling: 'normal',
  cancelled: 'normal',
  done: 'success',
  failed: 'exception',
} as const satisfies Readonly<Record<TaskState, string>>;
