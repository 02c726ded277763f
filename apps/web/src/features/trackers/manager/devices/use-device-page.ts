import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import type { DeviceRequest } from './device-request.ts';

/** First parts of the keys of all pages of the device table. */
export const DEVICE_PAGES_KEY = [USER_QUERIES, 'devices'] as const;

/** A page of the matching devices. */
export function useDevicePage({ keywords, status, index, size }: DeviceRequest) {
  const client = useClient();
  return useQuery({
    queryKey: [...DEVICE_PAGES_KEY, keywords, status, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryTrackerListData',
        { keywords, ...(status === null ? {} : { status }), pageIndex: index, pageSize: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
