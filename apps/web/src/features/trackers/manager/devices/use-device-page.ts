import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../../../../live/live-store.ts';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { type DeviceRequest, toDeviceFilter } from './device-request.ts';

/** First parts of the keys of all pages of the device table. */
const DEVICE_PAGES_KEY = [USER_QUERIES, 'devices'] as const;

/** States change all the time: rows are as old as this at most while the table is open. */
const REFRESH_MS = 30_000;

/** A page of the matching devices. */
export function useDevicePage({ conditions, sort, descending, index, size }: DeviceRequest) {
  const client = useClient();
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
