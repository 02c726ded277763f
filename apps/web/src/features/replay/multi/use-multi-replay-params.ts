import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useMemo, useState } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useSortedTrackers } from '../../../parts/devices/use-sorted-trackers.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import type { TracksRequest } from '../core/loaded-track.ts';
import {
  DEFAULT_VIEW,
  parseReplayView,
  parseTrackerIds,
  type ReplayView,
  writeReplayView,
} from '../core/replay-address.ts';
import { type ReplayQuery, useReplayQuery } from '../core/use-replay-query.ts';
import type { MultiFormValues } from './multi-form.tsx';
import type { ReplayDevice } from './runs.ts';
import { isValid, validateMultiRequest } from './validate-multi-request.ts';

/** The request of the address for a replay of several of the user's devices. */
export interface MultiReplayParams extends ReplayQuery {
  /** Devices and time of the address, even if incomplete or invalid. */
  readonly formValues: MultiFormValues;
  /** The replay of the address; null: none, or invalid. */
  readonly replayView: ReplayView | null;
  /** Whether the address contains no request. */
  readonly isEmpty: boolean;
  /** The devices that can be replayed. */
  readonly trackers: readonly Tracker[];
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  /** The request to the server; null: none, or the list of devices is not loaded yet. */
  readonly request: TracksRequest | null;
  /** Number of devices in the address that are omitted. */
  readonly unknownCount: number;
  /** Changes to load the same request again. */
  readonly reloadKey: number;
  readonly reload: () => void;
  /** The address of a new request, from its start. */
  readonly withFormValues: (
    before: URLSearchParams,
    choice: MultiFormValues & { start: number; end: number },
  ) => URLSearchParams;
}

/** Reads and writes the request in the address. */
export function useMultiReplayParams(): MultiReplayParams {
  const { query, setQuery, changeView } = useReplayQuery();
  const { listState } = useLiveControl();
  const all = useSortedTrackers();
  const trackers = useMemo(() => all.filter(({ abilities }) => abilities.replay), [all]);
  const devices = useMemo(
    () => new Map(trackers.map((one) => [one.trackerId, toReplayDevice(one)])),
    [trackers],
  );
  const [reloadKey, setReloadKey] = useState(0);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query object changes at each render, its text identifies it
  const parsedView = useMemo(() => parseReplayView(query), [search]);
  const formValues = useFormValues(query);
  const isViewValid =
    parsedView !== null &&
    isValid(validateMultiRequest(parsedView.trackerIds.length, parsedView.start, parsedView.end));
  const replayView = isViewValid ? parsedView : null;

  const requestKey =
    replayView === null
      ? ''
      : `${replayView.trackerIds} ${replayView.start} ${replayView.end} ${replayView.correction} ${reloadKey}`;
  // Devices that do not exist, or that the user may not see, are omitted, because the server would reject the
  // request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: devices revoked later are removed, the others are not loaded again
  const request = useMemo<TracksRequest | null>(() => {
    if (replayView === null || listState === 'loading') return null;
    const { start, end, correction } = replayView;
    // The store is updated before its subscribers are notified.
    const trackerIds = replayView.trackerIds.filter((id) => liveStore.getTracker(id)?.abilities.replay);
    return trackerIds.length === 0 ? null : { trackerIds, start, end, correction };
  }, [listState === 'loading', requestKey]);
  const unknownCount =
    replayView === null || listState !== 'ready'
      ? 0
      : replayView.trackerIds.length - (request?.trackerIds.length ?? 0);

  return {
    query,
    setQuery,
    formValues,
    replayView,
    isEmpty: parsedView === null && formValues.trackerIds.length === 0,
    trackers,
    devices,
    request,
    unknownCount,
    reloadKey,
    reload: () => setReloadKey((last) => last + 1),
    changeView,
    withFormValues(before, { trackerIds, start, end }) {
      const previous = parseReplayView(before) ?? DEFAULT_VIEW;
      return writeReplayView(before, { ...previous, trackerIds, start, end, time: null, follow: null });
    },
  };
}

function toReplayDevice(tracker: Tracker): ReplayDevice {
  return { trackerId: tracker.trackerId, name: fullName(tracker), icon: tracker.iconDto };
}

/** The same object until the address changes. */
function useFormValues(query: URLSearchParams): MultiFormValues {
  const [ids, start, end] = ['trackerId', 'start', 'end'].map((name) => query.get(name));
  return useMemo(() => {
    const time = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);
    return { trackerIds: parseTrackerIds(ids ?? null) ?? [], start: time(start), end: time(end) };
  }, [ids, start, end]);
}
