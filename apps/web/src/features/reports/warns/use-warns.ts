import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { toWarnCountFilter, toWarnFilter, type WarnCountRequest, type WarnRequest } from './warn-request.ts';

/** Milliseconds between two reads of a period that includes the present day. */
const REFRESH_MS = 60_000;

const directionOf = (descending: boolean): 'ascending' | 'descending' =>
  descending ? 'descending' : 'ascending';

/** A page of alarms, with their sums. */
export function useWarns(request: WarnRequest, today: string, enabled: boolean) {
  const client = useClient();
  const { descending, index: pageIndex, size: pageSize } = request;
  const payload = { ...toWarnFilter(request), direction: directionOf(descending), pageIndex, pageSize };
  return useQuery({
    queryKey: [USER_QUERIES, 'warnData', payload],
    queryFn: ({ signal }) => client.call('queryWarnData', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
    enabled,
  });
}

/** A page of the numbers of alarms. */
export function useWarnCounts(request: WarnCountRequest, today: string, enabled: boolean) {
  const client = useClient();
  const { sort, descending, index: pageIndex, size: pageSize } = request;
  const payload = {
    ...toWarnCountFilter(request),
    ...{ sort, direction: directionOf(descending), pageIndex, pageSize },
  };
  return useQuery({
    queryKey: [USER_QUERIES, 'warnCount', payload],
    queryFn: ({ signal }) => client.call('queryWarnCount', payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: request.endDay >= today ? REFRESH_MS : false,
    enabled,
  });
}
