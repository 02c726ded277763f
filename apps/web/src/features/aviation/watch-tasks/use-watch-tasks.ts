import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { type TaskRequest, toTaskFilter } from './task-request.ts';

/** Refetched when tasks change on the server. */
const TASK_QUERIES = [USER_QUERIES, 'watchTasks'] as const;

/** A page of the matching tasks. */
export function useWatchTasks({ index, size, ...conditions }: TaskRequest) {
  const client = useClient();
  const filter = toTaskFilter(conditions);
  return useQuery({
    queryKey: [...TASK_QUERIES, filter, index, size],
    queryFn: ({ signal }) =>
      client.call('queryTasksByPage', { ...filter, pageIndex: index, pageSize: size }, { signal }),
    placeholderData: keepPreviousData,
  });
}

type Change = 'createTask' | 'updateTask' | 'copyTask' | 'changeTaskState' | 'deleteTask';

/** An operation that changes tasks, and reloads them. */
export function useWatchTaskChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: TASK_QUERIES }),
  });
}
