import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * TanStack's client, but invalidation also refetches a query during its first load. That response may be older than the
 * change and would otherwise stay until the next change.
 */
class RefetchingQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    // TanStack cancels later fetches itself. Silently, so that callers waiting for the first fetch receive the next
    // one.
    const initialFetches = this.getQueryCache()
      .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    for (const query of initialFetches) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** The cache of server responses. */
export function createQueryClient(): QueryClient {
  return new RefetchingQueryClient({
    defaultOptions: {
      // The response says whether a retry can help; the user has a button for it. Without network they fail at once
      // instead of waiting, and queries are repeated with it.
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
