import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { SESSION_KEY, USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'plugins'] as const;

/** Every function of the product, and what the account has of them. */
export type Plugins = ResultOf<Operations['allPluginProducts']>;

export function usePlugins() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('allPluginProducts', {}, { signal }),
  });
}

/** Adds functions by an activation code. What the user may see, and with it the menu, is asked for again. */
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
