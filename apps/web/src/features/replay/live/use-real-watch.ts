import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { liveStore, serverNow, useFreshness } from '../../../live/live-store.ts';
import { useClient } from '../../../service/client.ts';
import { type ActivitySetup, fetchActivitySetup } from '../core/activity-setup.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { type LoadedTrack, NO_TRACKS, type TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { followLiveTime } from './follow-live-time.ts';
import { createLiveTracks, type LiveTracks } from './live-tracks.ts';
import { createLoadedTracks } from './loaded-live-tracks.ts';
import { createTrackLoader } from './track-loader.ts';

/** Lengths of the live window, minutes. */
export const WATCH_MINUTES = [5, 10, 30, 60] as const;
export type WatchMinutes = (typeof WATCH_MINUTES)[number];

/** The `realWatch` mode of the specification: the replay view at the current time. */
export interface RealWatch {
  /** `paused`: live mode was left at an earlier time; its tracks are kept, and it can be resumed. */
  readonly state: 'off' | 'live' | 'paused';
  readonly minutes: WatchMinutes;
  /** The tracks that replace those of the replay; null while off. */
  readonly load: TracksLoad | null;
  /** Whether the connection to the server is lost. */
  readonly isDisconnected: boolean;
  /** Starts, resumes, or changes the window length. */
  enter(minutes?: WatchMinutes): void;
  /** Returns to the previous replay. */
  leave(): void;
}

interface RealWatchOptions {
  readonly trackerIds: readonly number[];
  readonly clock: ClockStore;
  /** It has become a replay of this time: the address can follow. */
  readonly onPaused: (paused: Pick<ReplayView, 'start' | 'end' | 'time' | 'level'>) => void;
}

/** Watches the devices of a replay in real time, with the replay's clock and view. */
export function useRealWatch({ trackerIds, clock, onPaused }: RealWatchOptions): RealWatch {
  const client = useClient();
  const [state, setState] = useState<RealWatch['state']>('off');
  const [minutes, setMinutes] = useState<WatchMinutes>(10);
  const [live, setLive] = useState<LiveTracks | null>(null);
  const [load, setLoad] = useState<TracksLoad>(NO_TRACKS);
  const { phase } = useFreshness();
  const isDisconnected = state === 'live' && phase !== 'live';
  const latest = useRef(onPaused);
  latest.current = onPaused;
  const key = trackerIds.join(',');
  const isOn = state === 'live' && key !== '';
  /** The devices of the current load. */
  const loadedKey = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all ids
  useEffect(() => {
    if (!isOn) return;
    const loadFixes = createTrackLoader(client);
    let setup: ActivitySetup | null = null;
    const tracks = createLiveTracks({
      store: liveStore,
      trackerIds,
      length: minutes * 60_000,
      async load(ids, start, end, signal) {
        setup ??= await fetchActivitySetup(client, { trackerIds, start, end }, signal);
        return loadFixes(ids, start, end, signal);
      },
      now: serverNow,
    });
    const toLoadedTracks = createLoadedTracks(() => setup);
    const publish = () =>
      (tracks.isReady() || tracks.error() !== null) &&
      setLoad(toTracksLoad(tracks, toLoadedTracks(tracks.get())));
    setLive(tracks);
    // Tracks of the same devices stay visible until they are reloaded.
    if (loadedKey.current !== key) setLoad({ ...NO_TRACKS, phase: 'loading' });
    loadedKey.current = key;
    const disposers = [
      tracks.subscribe(publish),
      followLiveTime(clock, serverNow, minutes * 60_000, () => setState('paused')),
    ];
    return () => {
      for (const dispose of disposers) dispose();
      tracks.stop();
      setLive(null);
    };
  }, [client, clock, key, isOn, minutes]);

  // In an effect, because the component that paused also writes the address, and updates in the same turn overwrite
  // each other.
  useEffect(() => {
    if (state !== 'paused') return;
    const { start, end, time, level } = clock.get();
    latest.current({ start: Math.floor(start), end: Math.ceil(end), time, level });
  }, [clock, state]);

  // Updates during a lost connection were not received.
  const since = useRef<number | null>(null);
  useEffect(() => {
    if (live === null) return;
    if (phase !== 'live') since.current ??= serverNow();
    else if (since.current !== null) {
      live.markIncomplete(since.current - SLACK_MS);
      since.current = null;
    }
  }, [live, phase]);

  const enter = useCallback((next?: WatchMinutes) => {
    if (next !== undefined) setMinutes(next);
    setState('live');
  }, []);
  const leave = useCallback(() => setState('off'), []);
  // Until the first tracks are loaded, the previous ones stay visible.
  const visibleLoad = state === 'off' || (load.phase === 'loading' && load.tracks.size === 0) ? null : load;
  return useMemo(
    () => ({ state, minutes, load: visibleLoad, isDisconnected, enter, leave }),
    [state, minutes, visibleLoad, isDisconnected, enter, leave],
  );
}

/** A lost connection is detected with a delay of up to two heartbeats, milliseconds. */
const SLACK_MS = 30_000;

function toTracksLoad(live: LiveTracks, tracks: ReadonlyMap<number, LoadedTrack>): TracksLoad {
  const error = live.error();
  return {
    ...NO_TRACKS,
    phase: error !== null ? 'failed' : live.isReady() ? 'ready' : 'loading',
    tracks,
    count: [...tracks.values()].reduce((sum, { track }) => sum + track.length, 0),
    progress: live.isReady() ? 1 : 0,
    error,
  };
}
