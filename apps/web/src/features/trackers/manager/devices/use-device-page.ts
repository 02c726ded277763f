import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveStore, serverNow } from '../../../../live/live-store.ts';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { type DeviceRequest, toDeviceFilter } from './device-request.ts';

/** First parts of the keys of all pages of the device table. */
const DEVICE_PAGES_KEY = [USER_QUERIES, 'devices'] as const;

/** States change all the time: rows are as old as this at most while the table is open. */
const REFRESH_MS = 30_000;

/** Batches of one task leave shortly after one another: one request for those of this time. */
const COLLECT_MS = 500;

/** Loads the pages again after devices left, by a batch task or another user. */
function useFollowRemovals(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = liveStore.subscribeChanges(({ removed }) => {
      if (removed.size === 0) return;
      timer ??= setTimeout(() => {
        timer = null;
        void queryClient.invalidateQueries({ queryKey: DEVICE_PAGES_KEY });
      }, COLLECT_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [queryClient]);
}

/** A page of the matching devices, loaded again when devices leave. */
export function useDevicePage({ conditions, sort, descending, index, size }: DeviceRequest) {
  const client = useClient();
  useFollowRemovals();
  return useQuery({
    queryKey: [...DEVICE_PAGES_KEY, conditions, sort, descending, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryDeviceDtosByPage',
        {
          deviceFilter: toDeviceFilter(conditions, serverNow()),
          sort,
          direction: descending ? 'descending' : 'ascending',
          pageIndex: index,
          pageSize: size,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Loads what a change of devices affects: the pages of the table, and the groups with their counts. */
export function useReloadDevices(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: DEVICE_PAGES_KEY }),
      queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'groups'] }),
    ]);
  };
}
