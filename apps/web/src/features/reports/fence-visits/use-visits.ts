import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FenceVisitGrouping } from '@wakeline/contract/reports/fence-visits';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { toVisitFilter, type VisitRequest } from './visit-request.ts';

/** Milliseconds between two reads of a period that includes the present day. */
const REFRESH_MS = 60_000;

type Direction = 'ascending' | 'descending';

/** A page of the visits, with their sums. */
export function useVisits(request: VisitRequest, today: string, enabled: boolean) {
  const client = useClient();
  const { sort, descending, index: pageIndex, size: pageSize } = request;
  const direction: Direction = descending ? 'descending' : 'ascending';
  const payload = { ...toVisitFilter(request), sort, direction, pageIndex, pageSize };
  return useQuery({
    queryKey: [USER_QUERIES, 'fenceDataRecord', payload],
    queryFn: ({ signal }) => client.call('queryFenceDataRecord', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
    enabled,
  });
}

/** A page of sums. */
export function useVisitSums(
  request: VisitRequest,
  page: Pick<VisitRequest, 'sumSort' | 'descending' | 'index' | 'size'> & { readonly by: FenceVisitGrouping },
  today: string,
  enabled: boolean,
) {
  const client = useClient();
  const { by, sumSort: sort, descending, index: pageIndex, size: pageSize } = page;
  const direction: Direction = descending ? 'descending' : 'ascending';
  const payload = { ...toVisitFilter(request), by, sort, direction, pageIndex, pageSize };
  return useQuery({
    queryKey: [USER_QUERIES, 'fenceDataSums', payload],
    queryFn: ({ signal }) => client.call('queryFenceDataSums', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
    enabled,
  });
}
