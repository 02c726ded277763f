import { create } from 'zustand';
import { onUserDataCleared } from '../../service/session.ts';

/** The specification's duration of the tooltip at the task icon. */
export const TASK_TOOLTIP_MS = 3_000;

/** Whether the header shows that a batch task has started, and where to find it. */
export const useTaskTooltip = create<{ readonly visible: boolean }>(() => ({ visible: false }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Call when a batch task has started. Each further one restarts the duration. */
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
