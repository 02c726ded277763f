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

/** The request in the address of a replay of one device. */
export interface SingleReplayParams {
  /** The replay of the address; null: none. */
  readonly replayView: ReplayView | null;
  readonly trackerId: number | null;
  /** The device of the address, even without a time. */
  readonly requestedTrackerId: number | null;
  /** Device and time for the form, which validates them. */
  readonly formValues: TrackRequest | null;
  /** The request to the server; null: none, or invalid. */
  readonly request: TracksRequest | null;
  /** Changes the view of the same track. */
  readonly changeView: (change: Partial<ReplayView>) => void;
  /** Requests another track, from its start. */
  readonly search: (values: TrackRequest, level: number) => void;
}

/** Reads and writes the request in the address. */
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
