import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useMemo, useState } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useSortedTrackers } from '../../../parts/devices/use-sorted-trackers.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import type { TracksRequest } from '../core/loaded-track.ts';
import { idsIn, PLAIN_VIEW, type ReplayView, readReplay, writeReplay } from '../core/replay-address.ts';
import { type ReplayQuery, useReplayQuery } from '../core/use-replay-query.ts';
import type { ManyChoice } from './many-form.tsx';
import { isRight, mistakesIn } from './many-window.ts';
import type { ReplayDevice } from './runs.ts';

/** What is asked for in the address of a replay of several of the user's own devices. */
export interface ManyQuestion extends ReplayQuery {
  /** What the address says of devices and time, also when it is not enough or not right. */
  readonly asked: ManyChoice;
  /** The replay that it says; null: none, or one that no server would answer. */
  readonly shown: ReplayView | null;
  /** Whether the address says nothing at all. */
  readonly empty: boolean;
  /** Devices that may be replayed. */
  readonly trackers: readonly Tracker[];
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  /** The request to the server; null: none, or the list of devices is not loaded yet. */
  readonly request: TracksRequest | null;
  /** Devices of the address that are left out. */
  readonly unknown: number;
  /** Another number when the same is wanted anew. */
  readonly round: number;
  readonly again: () => void;
  /** The address of another choice, from the top. */
  readonly withChoice: (
    before: URLSearchParams,
    choice: ManyChoice & { start: number; end: number },
  ) => URLSearchParams;
}

/** What was asked stands in the address: this reads and writes it. */
export function useManyQuestion(): ManyQuestion {
  const { query, setQuery, show } = useReplayQuery();
  const { list } = useLiveControl();
  const all = useSortedTrackers();
  const trackers = useMemo(() => all.filter(({ abilities }) => abilities.replay), [all]);
  const devices = useMemo(() => new Map(trackers.map((one) => [one.trackerId, deviceOf(one)])), [trackers]);
  const [round, setRound] = useState(0);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew at each drawing, its text is what counts
  const said = useMemo(() => readReplay(query), [search]);
  const asked = useChoice(query);
  const right = said !== null && isRight(mistakesIn(said.trackerIds.length, said.start, said.end));
  const shown = right ? said : null;

  const wanted =
    shown === null ? '' : `${shown.trackerIds} ${shown.start} ${shown.end} ${shown.correction} ${round}`;
  // Who is not there, or not the user's to see, is not asked for: the server would refuse all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is withdrawn later is taken out, and the rest is not read again
  const request = useMemo<TracksRequest | null>(() => {
    if (shown === null || list === 'loading') return null;
    const { start, end, correction } = shown;
    // The store knows of them before it has told so.
    const trackerIds = shown.trackerIds.filter((id) => liveStore.getTracker(id)?.abilities.replay);
    return trackerIds.length === 0 ? null : { trackerIds, start, end, correction };
  }, [list === 'loading', wanted]);
  const unknown =
    shown === null || list !== 'ready' ? 0 : shown.trackerIds.length - (request?.trackerIds.length ?? 0);

  return {
    query,
    setQuery,
    asked,
    shown,
    empty: said === null && asked.trackerIds.length === 0,
    trackers,
    devices,
    request,
    unknown,
    round,
    again: () => setRound((last) => last + 1),
    show,
    withChoice(before, { trackerIds, start, end }) {
      const kept = readReplay(before) ?? PLAIN_VIEW;
      return writeReplay(before, { ...kept, trackerIds, start, end, time: null, follow: null });
    },
  };
}

function deviceOf(tracker: Tracker): ReplayDevice {
  return { trackerId: tracker.trackerId, name: fullName(tracker), icon: tracker.iconDto };
}

/** The same object until the address says something else. */
function useChoice(query: URLSearchParams): ManyChoice {
  const [ids, start, end] = ['trackerId', 'start', 'end'].map((name) => query.get(name));
  return useMemo(() => {
    const time = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);
    return { trackerIds: idsIn(ids ?? null) ?? [], start: time(start), end: time(end) };
  }, [ids, start, end]);
}
