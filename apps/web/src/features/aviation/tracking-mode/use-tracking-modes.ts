import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TrackingMode } from '@wakeline/contract/aviation/tracking-mode';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useMemo } from 'react';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Refetched when tasks or instructions change on the server. */
const TRACKING_QUERIES = [USER_QUERIES, 'watchTasks', 'tracking'] as const;

/** The tracking modes by task: those that are on, and those that ended within a day. */
export function useTrackingModes() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...TRACKING_QUERIES, 'modes'],
    queryFn: ({ signal }) => client.call('queryTrackingModes', {}, { signal }),
  });
  return useMemo(
    () => ({
      modes: new Map<number, TrackingMode>(data?.list.map((mode) => [mode.taskId, mode])),
      canStart: data?.abilities.start ?? false,
    }),
    [data],
  );
}

/** Which devices of a task can report at an interval; null: not requested. */
export function useTrackingDevices(taskId: number | null, interval: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...TRACKING_QUERIES, 'devices', taskId, interval],
    queryFn: ({ signal }) =>
      client.call('queryTrackingModeDevices', { taskId: taskId ?? 0, interval: interval ?? 0 }, { signal }),
    enabled: taskId !== null && interval !== null,
    placeholderData: (last, query) => (query?.queryKey.at(-2) === taskId ? last : undefined),
  });
}

/** Devices whose interval could not be restored. */
export function useUnrestoredIntervals() {
  const client = useClient();
  return useQuery({
    queryKey: [...TRACKING_QUERIES, 'unrestored'],
    queryFn: ({ signal }) => client.call('queryUnrestoredIntervals', {}, { signal }),
  });
}

type Change = 'startTrackingMode' | 'endTrackingMode' | 'restoreIntervals';

export function useTrackingChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: TRACKING_QUERIES }),
  });
}
