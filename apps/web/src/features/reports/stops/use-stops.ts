import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { type StopRequest, toStopFilter } from './stop-request.ts';

/** Milliseconds between two reads of a period that includes the present day. */
const REFRESH_MS = 60_000;

/** A page of the stops, with their sums. */
export function useStops(request: StopRequest, today: string, enabled: boolean) {
  const client = useClient();
  const { sort, descending, index: pageIndex, size: pageSize } = request;
  const direction: 'ascending' | 'descending' = descending ? 'descending' : 'ascending';
  const payload = { ...toStopFilter(request), sort, direction, pageIndex, pageSize };
  return useQuery({
    queryKey: [USER_QUERIES, 'stopData', payload],
    queryFn: ({ signal }) => client.call('queryStopData', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
    enabled,
  });
}
