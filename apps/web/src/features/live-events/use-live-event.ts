import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import { MATCH_QUERIES } from '../../parts/matches/use-matches.ts';
import { useClient } from '../../service/client.ts';

/** Comments, gifts and helpers of matches. */
export const LIVE_EVENT_QUERIES = [...MATCH_QUERIES, 'liveEvent'] as const;

/** The operations that read something of a live event for its host. */
type LiveEventQuery =
  | 'queryCommentByPage'
  | 'queryLiveModeration'
  | 'queryMatchGifts'
  | 'queryMatchGiftsRecord'
  | 'queryMatchHelpers'
  | 'queryMatchStatistics'
  | 'queryVouchers';

/**
 * What the host of a live event reads; the rows of the last page stay visible while the next one loads.
 *
 * @param refresh milliseconds between two requests; false: only on request
 */
export function useLiveEventQuery<Name extends LiveEventQuery>(
  name: Name,
  payload: PayloadInput<Operations[Name]>,
  refresh: number | false = false,
) {
  const client = useClient();
  return useQuery({
    queryKey: [...LIVE_EVENT_QUERIES, name, payload],
    queryFn: ({ signal }) => client.call(name, payload, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refresh,
  });
}

/** The operations that change something of a live event. */
type LiveEventChange = Extract<
  OperationName,
  | 'createMatchHelper'
  | 'createVouchers'
  | 'deleteComment'
  | 'deleteGift'
  | 'editGift'
  | 'muteViewer'
  | 'revokeMatchHelper'
  | 'revokeVoucher'
  | 'saveLiveModeration'
  | 'sendSysComment'
  | 'unmuteViewer'
>;

/** Changes something of a live event, and refetches everything about it. */
export function useLiveEventChange<Name extends LiveEventChange>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LIVE_EVENT_QUERIES }),
  });
}
