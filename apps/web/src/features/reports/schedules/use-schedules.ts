import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Refetched when schedules, their runs or saved filters change on the server. */
export const SCHEDULES_KEY = [USER_QUERIES, 'reportSchedules'] as const;

export function useSchedules(enabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: [...SCHEDULES_KEY, 'list'],
    queryFn: ({ signal }) => client.call('queryReportSchedules', {}, { signal }),
    enabled,
  });
}

/** The runs of a schedule; null: none is requested. */
export function useRuns(scheduleId: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...SCHEDULES_KEY, 'runs', scheduleId],
    queryFn: ({ signal }) => client.call('queryReportRuns', { scheduleId: scheduleId ?? 0 }, { signal }),
    enabled: scheduleId !== null,
  });
}

type Change =
  | 'saveReportSchedule'
  | 'switchReportSchedule'
  | 'deleteReportSchedule'
  | 'runReportSchedule'
  | 'saveReportFilter'
  | 'deleteReportFilter';

/** An operation that changes schedules or saved filters, and reloads them. */
export function useScheduleChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  });
}
