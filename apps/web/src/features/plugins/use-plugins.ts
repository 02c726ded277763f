import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { SESSION_KEY, USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'plugins'] as const;

/** All functions of the product, and their state in the account. */
export type Plugins = ResultOf<Operations['allPluginProducts']>;

export function usePlugins() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('allPluginProducts', {}, { signal }),
  });
}

/** Adds functions with an activation code, and refetches the session, which updates the menu. */
export function useActivate() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => client.call('activatePlugins', { code }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: KEY }),
        queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
      ]),
  });
}
