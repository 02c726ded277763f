import { useQueryClient } from '@tanstack/react-query';
import { USER_QUERIES } from '../../service/session.ts';
import { showTaskTooltip } from './task-tooltip.ts';

/** Shows that a batch task was started. */
export function useTaskStarted(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    showTaskTooltip();
    return queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'tasks'] });
  };
}
