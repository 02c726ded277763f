import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { FixKey, LocationFilter } from '@wakeline/contract/reports/locations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

const PAGE_SIZE = 50;

/** The fixes of devices, page after page. */
export function useLocations(filter: LocationFilter, enabled: boolean) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [USER_QUERIES, 'locationData', filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'queryLocationData',
        { ...filter, pageSize: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as FixKey | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled,
  });
}
