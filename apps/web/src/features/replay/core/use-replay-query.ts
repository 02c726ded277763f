import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type ReplayView, readReplay, writeReplay } from './replay-address.ts';

/** The query of the address, and a way to change what it says of the replay that it shows. */
export interface ReplayQuery {
  readonly query: URLSearchParams;
  readonly setQuery: ReturnType<typeof useSearchParams>[1];
  /** Changes how the same tracks are shown: the address is replaced, so that one step back leaves the replay. */
  readonly show: (change: Partial<ReplayView>) => void;
}

export function useReplayQuery(): ReplayQuery {
  const [query, setQuery] = useSearchParams();
  const show = useCallback(
    (change: Partial<ReplayView>) =>
      setQuery(
        (before) => {
          const shown = readReplay(before);
          return shown === null ? before : writeReplay(before, { ...shown, ...change });
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { query, setQuery, show };
}
