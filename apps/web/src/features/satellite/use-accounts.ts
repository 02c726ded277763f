import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { BdUserFilter } from '@wakeline/contract/satellite/accounts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { type AccountRequest, toAccountFilter } from './account-request.ts';

/** Refetched when satellite messages or communication accounts change on the server. */
export const SATELLITE_QUERIES = [USER_QUERIES, 'satellite'] as const;

/** A page of the matching communication accounts. */
export function useAccounts(
  { index, size, ...conditions }: AccountRequest,
  page: Pick<BdUserFilter, 'role'>,
) {
  const client = useClient();
  const filter = { ...toAccountFilter(conditions), ...page };
  return useQuery({
    queryKey: [...SATELLITE_QUERIES, 'accounts', filter, index, size],
    queryFn: ({ signal }) =>
      client.call('queryBdUsers', { ...filter, pageIndex: index, pageSize: size }, { signal }),
    placeholderData: keepPreviousData,
  });
}

type Change = 'createBdUsers' | 'editBdUser' | 'deleteBdUser' | 'setBdUserCardNumber';

/** An operation that changes communication accounts, and reloads them. */
export function useAccountChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SATELLITE_QUERIES }),
  });
}
