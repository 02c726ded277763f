import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BdSendLimit } from '@wakeline/contract/satellite/send-limits';
import { useClient } from '../../../service/client.ts';
import { SATELLITE_QUERIES } from '../use-accounts.ts';

/** What limits messages to these terminals, the quota of the account, and what the user may do; undefined while it is loaded. */
export function useSendLimits(bdUserIds: readonly number[]) {
  const client = useClient();
  const query = useQuery({
    queryKey: [...SATELLITE_QUERIES, 'limits', bdUserIds],
    queryFn: ({ signal }) => client.call('queryBdSendLimits', { bdUserIds: [...bdUserIds] }, { signal }),
    placeholderData: keepPreviousData,
    enabled: bdUserIds.length > 0,
  });
  // The previous response may be one of other terminals.
  const terminals: readonly BdSendLimit[] =
    query.data?.list.filter(({ bdUserId }) => bdUserIds.includes(bdUserId)) ?? [];
  return { ...query, terminals, abilities: query.data?.abilities, quota: query.data?.quota };
}
