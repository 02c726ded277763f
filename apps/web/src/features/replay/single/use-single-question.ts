import { useCallback, useMemo } from 'react';
import type { TracksRequest } from '../core/loaded-track.ts';
import { idsIn, PLAIN_VIEW, type ReplayView, readReplay, writeReplay } from '../core/replay-address.ts';
import { useReplayQuery } from '../core/use-replay-query.ts';
import type { TrackRequest } from './search-form.tsx';
import { mistakesIn } from './window.ts';

/** What the address of a replay of one device asks for. */
export interface SingleQuestion {
  /** The replay that it says; null: none. */
  readonly asked: ReplayView | null;
  readonly trackerId: number | null;
  /** Device of the address, also where it says no time. */
  readonly namedId: number | null;
  /** Device and time for the form, which says what is wrong with them. */
  readonly form: TrackRequest | null;
  /** The request to the server; null: none, or one that the server would refuse. */
  readonly request: TracksRequest | null;
  /** Changes how the same track is shown. */
  readonly show: (change: Partial<ReplayView>) => void;
  /** Asks for another track, from its beginning. */
  readonly ask: (wanted: TrackRequest, level: number) => void;
}

/** What was asked stands in the address: this reads and writes it. */
export function useSingleQuestion(): SingleQuestion {
  const { query, setQuery, show } = useReplayQuery();
  const asked = useMemo(() => readReplay(query), [query]);
  const { start, end, correction = 'none' } = asked ?? {};
  const trackerId = asked?.trackerIds[0];
  const form = useMemo(
    () =>
      trackerId === undefined || start === undefined || end === undefined ? null : { trackerId, start, end },
    [trackerId, start, end],
  );
  const request = useMemo<TracksRequest | null>(() => {
    if (form === null || mistakesIn(form.trackerId, form).window !== null) return null;
    return { trackerIds: [form.trackerId], start: form.start, end: form.end, correction };
  }, [form, correction]);
  const ask = useCallback(
    (wanted: TrackRequest, level: number) =>
      setQuery((before) =>
        writeReplay(before, {
          ...PLAIN_VIEW,
          ...readReplay(before),
          trackerIds: [wanted.trackerId],
          start: wanted.start,
          end: wanted.end,
          time: null,
          level,
        }),
      ),
    [setQuery],
  );
  const namedId = idsIn(query.get('trackerId'))?.[0] ?? null;
  return { asked, trackerId: trackerId ?? null, namedId, form, request, show, ask };
}
