import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlightFilter } from '@wakeline/contract/aviation/flights';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { FLIGHT_QUERIES } from '../flights/use-flights.ts';
import { type TaskRequest, toTaskFilter } from './task-request.ts';

/** Refetched when tasks change on the server. */
const TASK_QUERIES = [USER_QUERIES, 'watchTasks'] as const;
/** Milliseconds: the states of their flights change with time. */
export const TASK_REFRESH_MS = 30_000;
/** Choices of a field at once. */
const MAX_CHOICES = 20;

/** A page of the matching tasks. */
export function useWatchTasks({ index, size, ...conditions }: TaskRequest) {
  const client = useClient();
  const filter = toTaskFilter(conditions);
  return useQuery({
    queryKey: [...TASK_QUERIES, filter, index, size],
    queryFn: ({ signal }) =>
      client.call('queryTasksByPage', { ...filter, pageIndex: index, pageSize: size }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: TASK_REFRESH_MS,
  });
}

/** The first flights of a period that match, by time, for a field. */
export function useFlightChoices(filter: Pick<FlightFilter, 'keywords' | 'startTime' | 'endTime'>) {
  const client = useClient();
  return useQuery({
    queryKey: [...FLIGHT_QUERIES, 'choices', filter],
    queryFn: ({ signal }) =>
      client.call(
        'queryFlightsByPage',
        { ...filter, direction: 'ascending', pageIndex: 1, pageSize: MAX_CHOICES },
        { signal },
      ),
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
    onSettled: () =>
      Promise.all(
        // Flights have the names of their tasks.
        [TASK_QUERIES, FLIGHT_QUERIES].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
