import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OverviewFilter, OverviewMeasure, OverviewSort } from '@wakeline/contract/reports/overview';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Milliseconds between two reads of a period that includes the present day. */
const REFRESH_MS = 60_000;

export interface OverviewQuery {
  readonly filter: OverviewFilter;
  readonly sort: OverviewSort;
  readonly descending: boolean;
  readonly index: number;
  readonly size: number;
  /** Whether the figures still grow. */
  readonly isCurrent: boolean;
  /** False: the server would refuse it. */
  readonly enabled: boolean;
}

/** A page of the operation overview, with its sums. */
export function useOverview(query: OverviewQuery) {
  const { filter, sort, descending, index, size, isCurrent, enabled } = query;
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'operaOverview', filter, sort, descending, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryOperaOverview',
        {
          ...filter,
          sort,
          direction: descending ? 'descending' : 'ascending',
          pageIndex: index,
          pageSize: size,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: isCurrent ? REFRESH_MS : false,
    enabled,
  });
}

/** One figure of the overview, as its chart shows it. */
export function useOverviewChart(filter: OverviewFilter, measure: OverviewMeasure, isCurrent: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'operaOverviewChart', filter, measure],
    queryFn: ({ signal }) => client.call('queryOperaOverviewChart', { ...filter, measure }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isCurrent ? REFRESH_MS : false,
  });
}
