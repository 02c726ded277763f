import { create } from 'zustand';
import { whenDropped } from '../../service/session.ts';

/** The specification's time for which the hint at the task icon stands. */
export const TASK_TIP_MS = 3_000;

/** Whether the header says that a batch task has started, and where it is. */
export const useTaskTip = create<{ readonly shown: boolean }>(() => ({ shown: false }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** A batch task has started here. Another one lets the hint stand for its whole time again. */
export function showTaskTip(): void {
  clearTimeout(timer);
  useTaskTip.setState({ shown: true });
  timer = setTimeout(hideTaskTip, TASK_TIP_MS);
}

export function hideTaskTip(): void {
  clearTimeout(timer);
  useTaskTip.setState({ shown: false });
}

whenDropped(hideTaskTip);
