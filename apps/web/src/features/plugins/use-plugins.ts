import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { MINE, SESSION_KEY } from '../../service/session.ts';

const KEY = [MINE, 'plugins'] as const;

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
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => client.call('activatePlugins', { code }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: KEY }),
        queries.invalidateQueries({ queryKey: SESSION_KEY }),
      ]),
  });
}
