import { useQueries, useQuery } from '@tanstack/react-query';
import type { TaskGeometryResult } from '@wakeline/contract/aviation/task-geometry';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { useNoticePage } from '../../../parts/notices/use-notices.ts';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { TASK_REFRESH_MS } from '../watch-tasks/use-watch-tasks.ts';

/** Alarms that are listed. */
const ALARMS = 100;
/** Milliseconds until it is looked again where a shift alarm was armed: at the next report of the device. */
const ARMED_MS = 15_000;

export function useOpenTasks() {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'watchTasks', 'open'],
    queryFn: ({ signal }) => client.call('queryAllTask', {}, { signal }),
    refetchInterval: TASK_REFRESH_MS,
  });
}

/** What the tasks watch, by task; undefined: not loaded yet. */
export function useTaskGeometries(tasks: readonly WatchTask[]) {
  const client = useClient();
  return useQueries({
    queries: tasks.map(({ taskId, shiftRange }) => ({
      queryKey: [USER_QUERIES, 'watchTasks', 'geometry', taskId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.call('queryTaskGeometry', { taskId }, { signal }),
      refetchInterval: ({ state }: { readonly state: { readonly data?: TaskGeometryResult | undefined } }) =>
        shiftRange !== null && state.data?.devices.some(({ shiftOrigin }) => shiftOrigin === null)
          ? ARMED_MS
          : (false as const),
    })),
    combine: (results) => ({
      geometries: new Map(
        tasks.flatMap(({ taskId }, at) => {
          const data = results[at]?.data;
          return data === undefined ? [] : [[taskId, data] as const];
        }),
      ),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
}

/** Alarms of these tasks, at least one, that nobody has resolved, newest first. */
export function useTaskAlarms(taskIds: readonly number[]) {
  const filter = { taskIds: [...taskIds], handling: ['open' as const, 'acknowledged' as const] };
  return useNoticePage(filter, 1, ALARMS);
}
