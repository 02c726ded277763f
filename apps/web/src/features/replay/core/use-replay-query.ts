import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { parseReplayView, type ReplayView, writeReplayView } from './replay-address.ts';

/** The query of the address, and a way to change what it says of the replay that it shows. */
export interface ReplayQuery {
  readonly query: URLSearchParams;
  readonly setQuery: ReturnType<typeof useSearchParams>[1];
  /** Changes how the same tracks are shown: the address is replaced, so that one step back leaves the replay. */
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
