import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { parseReplayView, type ReplayView, writeReplayView } from './replay-address.ts';

/** The query of the address, and a function to change the view of the current replay. */
export interface ReplayQuery {
  readonly query: URLSearchParams;
  readonly setQuery: ReturnType<typeof useSearchParams>[1];
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
