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

/** What is asked for in the address of a replay of several of the user's own devices. */
export interface MultiReplayParams extends ReplayQuery {
  /** What the address says of devices and time, also when it is not enough or not right. */
  readonly formValues: MultiFormValues;
  /** The replay that it says; null: none, or one that no server would answer. */
  readonly replayView: ReplayView | null;
  /** Whether the address says nothing at all. */
  readonly isEmpty: boolean;
  /** Devices that may be replayed. */
  readonly trackers: readonly Tracker[];
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  /** The request to the server; null: none, or the list of devices is not loaded yet. */
  readonly request: TracksRequest | null;
  /** Devices of the address that are left out. */
  readonly unknownCount: number;
  /** Another number when the same is wanted anew. */
  readonly reloadKey: number;
  readonly reload: () => void;
  /** The address of another choice, from the top. */
  readonly withFormValues: (
    before: URLSearchParams,
    choice: MultiFormValues & { start: number; end: number },
  ) => URLSearchParams;
}

/** What was asked stands in the address: this reads and writes it. */
export function useMultiReplayParams(): MultiReplayParams {
  const { query, setQuery, changeView } = useReplayQuery();
  const { listState } = useLiveControl();
  const all = useSortedTrackers();
  const trackers = useMemo(() => all.filter(({ abilities }) => abilities.replay), [all]);
  const devices = useMemo(
    () => new Map(trackers.map((one) => [one.trackerId, toReplayDevice(one)])),
    [trackers],
  );
  const [reloadKey, setRound] = useState(0);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew at each drawing, its text is what counts
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
  // Who is not there, or not the user's to see, is not asked for: the server would refuse all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is withdrawn later is taken out, and the rest is not read again
  const request = useMemo<TracksRequest | null>(() => {
    if (replayView === null || listState === 'loading') return null;
    const { start, end, correction } = replayView;
    // The store knows of them before it has told so.
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
    reload: () => setRound((last) => last + 1),
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

/** The same object until the address says something else. */
function useFormValues(query: URLSearchParams): MultiFormValues {
  const [ids, start, end] = ['trackerId', 'start', 'end'].map((name) => query.get(name));
  return useMemo(() => {
    const time = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);
    return { trackerIds: parseTrackerIds(ids ?? null) ?? [], start: time(start), end: time(end) };
  }, [ids, start, end]);
}
