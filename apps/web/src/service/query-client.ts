import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * TanStack's, but what is asked for again is asked for again also while its first answer is on the way: that one may be
 * older than the change, and would stand for as long as nothing else changes.
 */
class RefetchingQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    // Later answers are cancelled by TanStack itself. Silently: who waits for the first one gets the next.
    const initialFetches = this.getQueryCache()
      .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    for (const query of initialFetches) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** What the console has asked the server for. */
export function createQueryClient(): QueryClient {
  return new RefetchingQueryClient({
    defaultOptions: {
      // The server's answers say whether trying again helps; a person has a button for it.
      queries: { retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
