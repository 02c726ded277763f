import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CHART_TOP } from '@wakeline/charts/report-chart';
import { LIMITS } from '@wakeline/contract/limits';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { type OverspeedChartKind, type OverspeedRequest, toOverspeedFilter } from './overspeed-request.ts';

/** Milliseconds between two reads of a period that includes the present day. */
const REFRESH_MS = 60_000;

/** A page of the overspeeds, with their sums. */
export function useOverspeeds(request: OverspeedRequest, today: string, enabled: boolean) {
  const client = useClient();
  const { sort, descending, index: pageIndex, size: pageSize } = request;
  const direction: 'ascending' | 'descending' = descending ? 'descending' : 'ascending';
  const payload = { ...toOverspeedFilter(request), sort, direction, pageIndex, pageSize };
  return useQuery({
    queryKey: [USER_QUERIES, 'overSpeedRecord', payload],
    queryFn: ({ signal }) => client.call('queryOverSpeedRecord', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
    enabled,
  });
}

/** The overspeeds by day, or of the devices with the most of them. */
export function useOverspeedSums(request: OverspeedRequest, by: OverspeedChartKind, today: string) {
  const client = useClient();
  const pageSize = by === 'day' ? LIMITS.reportDays : CHART_TOP;
  const payload = { ...toOverspeedFilter(request), by, pageSize };
  return useQuery({
    queryKey: [USER_QUERIES, 'overSpeedSums', payload],
    queryFn: ({ signal }) => client.call('queryOverSpeedSums', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
  });
}
