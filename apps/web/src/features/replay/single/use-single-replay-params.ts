import { useCallback, useMemo } from 'react';
import type { TracksRequest } from '../core/loaded-track.ts';
import {
  DEFAULT_VIEW,
  parseReplayView,
  parseTrackerIds,
  type ReplayView,
  writeReplayView,
} from '../core/replay-address.ts';
import { useReplayQuery } from '../core/use-replay-query.ts';
import type { TrackRequest } from './search-form.tsx';
import { validateTrackRequest } from './validate-track-request.ts';

/** What the address of a replay of one device asks for. */
export interface SingleReplayParams {
  /** The replay that it says; null: none. */
  readonly replayView: ReplayView | null;
  readonly trackerId: number | null;
  /** Device of the address, also where it says no time. */
  readonly requestedTrackerId: number | null;
  /** Device and time for the form, which says what is wrong with them. */
  readonly formValues: TrackRequest | null;
  /** The request to the server; null: none, or one that the server would refuse. */
  readonly request: TracksRequest | null;
  /** Changes how the same track is shown. */
  readonly changeView: (change: Partial<ReplayView>) => void;
  /** Asks for another track, from its beginning. */
  readonly search: (wanted: TrackRequest, level: number) => void;
}

/** What was asked stands in the address: this reads and writes it. */
export function useSingleReplayParams(): SingleReplayParams {
  const { query, setQuery, changeView } = useReplayQuery();
  const replayView = useMemo(() => parseReplayView(query), [query]);
  const { start, end, correction = 'none' } = replayView ?? {};
  const trackerId = replayView?.trackerIds[0];
  const formValues = useMemo(
    () =>
      trackerId === undefined || start === undefined || end === undefined ? null : { trackerId, start, end },
    [trackerId, start, end],
  );
  const request = useMemo<TracksRequest | null>(() => {
    if (formValues === null || validateTrackRequest(formValues.trackerId, formValues).window !== null)
      return null;
    return { trackerIds: [formValues.trackerId], start: formValues.start, end: formValues.end, correction };
  }, [formValues, correction]);
  const search = useCallback(
    (values: TrackRequest, level: number) =>
      setQuery((before) =>
        writeReplayView(before, {
          ...DEFAULT_VIEW,
          ...parseReplayView(before),
          trackerIds: [values.trackerId],
          start: values.start,
          end: values.end,
          time: null,
          level,
        }),
      ),
    [setQuery],
  );
  const requestedTrackerId = parseTrackerIds(query.get('trackerId'))?.[0] ?? null;
  return {
    replayView,
    trackerId: trackerId ?? null,
    requestedTrackerId,
    formValues,
    request,
    changeView,
    search,
  };
}
