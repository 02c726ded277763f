import { create } from 'zustand';
import { onUserDataCleared } from '../../service/session.ts';

/** The specification's time for which the hint at the task icon stands. */
export const TASK_TOOLTIP_MS = 3_000;

/** Whether the header says that a batch task has started, and where it is. */
export const useTaskTooltip = create<{ readonly visible: boolean }>(() => ({ visible: false }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** A batch task has started here. Another one lets the hint stand for its whole time again. */
export function showTaskTooltip(): void {
  clearTimeout(timer);
  useTaskTooltip.setState({ visible: true });
  timer = setTimeout(hideTaskTooltip, TASK_TOOLTIP_MS);
}

export function hideTaskTooltip(): void {
  clearTimeout(timer);
  useTaskTooltip.setState({ visible: false });
}

onUserDataCleared(hideTaskTooltip);
