import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'security'] as const;

export type OwnSession = ResultOf<Operations['querySessions']>['list'][number];
export type OwnToken = ResultOf<Operations['queryTokens']>['list'][number];

/** Security settings of the user's login. */
export function useSecurity() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'settings'],
    queryFn: ({ signal }) => client.call('querySecurity', {}, { signal }),
  });
}

export function useSessions() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'sessions'],
    queryFn: ({ signal }) => client.call('querySessions', {}, { signal }),
  });
}

export function useTokens() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'tokens'],
    queryFn: ({ signal }) => client.call('queryTokens', {}, { signal }),
  });
}

/** Refetches all security queries after a change. */
export function useInvalidateSecurity(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}
