import { useCallback } from 'react';
import { type SetSearchParams, useSearchParams } from '../../../ui/search-params.ts';
import { parseReplayView, type ReplayView, writeReplayView } from './replay-address.ts';

/** The query of the address, and a function to change the view of the current replay. */
export interface ReplayQuery {
  readonly query: URLSearchParams;
  readonly setQuery: SetSearchParams;
  /** Changes the view of the same tracks. The address is replaced, so that one step back leaves the replay. */
  readonly changeView: (change: Partial<ReplayView>) => void;
}

export function useReplayQuery(): ReplayQuery {
  const [query, setQuery] = useSearchParams();
  const changeView = useCallback(
    (change: Partial<ReplayView>) =>
      setQuery(
        (before) => {
          const current = parseReplayView(before);
          return current === null ? before : writeReplayView(before, { ...current, ...change });
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { query, setQuery, changeView };
}
