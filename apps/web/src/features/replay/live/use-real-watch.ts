import { staysOf } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import { summarizeTrack } from '@wakeline/domain/tracks/track-summary';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { liveStore, serverNow, useFreshness } from '../../../live/live-store.ts';
import { useClient } from '../../../service/client.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { type LoadedTrack, NO_TRACKS, type TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { followLiveTime } from './follow-live-time.ts';
import { createLiveTracks, type LiveTracks } from './live-tracks.ts';
import { createTrackLoader } from './track-loader.ts';

/** How far back live goes, minutes. */
export const WATCH_MINUTES = [5, 10, 30, 60] as const;
export type WatchMinutes = (typeof WATCH_MINUTES)[number];

/** The specification's mode `realWatch`: the replay's picture with time = now. */
export interface RealWatch {
  /** `left`: it was live and stands somewhere behind now; its tracks stay, and it can jump back. */
  readonly state: 'off' | 'live' | 'left';
  readonly minutes: WatchMinutes;
  /** The tracks to be shown instead of the replay's; null while it is off. */
  readonly load: TracksLoad | null;
  /** Whether the connection to the server is lost. */
  readonly isDisconnected: boolean;
  /** Begins, jumps back to now, or goes on with another length. */
  enter(minutes?: WatchMinutes): void;
  /** Back to the replay that was there before. */
  leave(): void;
}

interface RealWatchOptions {
  readonly trackerIds: readonly number[];
  readonly clock: ClockStore;
  /** It has become a replay of this time: the address may follow. */
  readonly onPaused: (shown: Pick<ReplayView, 'start' | 'end' | 'time' | 'level'>) => void;
}

/** Watches the devices of a replay in real time with the replay's own clock and picture. */
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
  /** Whose tracks the load is. */
  const loadedKey = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the ids
  useEffect(() => {
    if (!isOn) return;
    const made = createLiveTracks({
      store: liveStore,
      trackerIds,
      length: minutes * 60_000,
      load: createTrackLoader(client),
      now: serverNow,
    });
    const toLoadedTracks = createLoadedTracks();
    const publish = () =>
      (made.isReady() || made.error() !== null) && setLoad(toTracksLoad(made, toLoadedTracks(made.get())));
    setLive(made);
    // Who comes back to the same devices sees what there was until it is read anew.
    if (loadedKey.current !== key) setLoad({ ...NO_TRACKS, phase: 'loading' });
    loadedKey.current = key;
    const disposers = [
      made.subscribe(publish),
      followLiveTime(clock, serverNow, minutes * 60_000, () => setState('left')),
    ];
    return () => {
      for (const end of disposers) end();
      made.stop();
      setLive(null);
    };
  }, [client, clock, key, isOn, minutes]);

  // Afterwards: the address is written by who paused it as well, and does not add up what is written at once.
  useEffect(() => {
    if (state !== 'left') return;
    const { start, end, time, level } = clock.get();
    latest.current({ start: Math.floor(start), end: Math.ceil(end), time, level });
  }, [clock, state]);

  // What came while the connection was away was told to nobody.
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
  // Until the first of it has come, what was shown before stays.
  const shown = state === 'off' || (load.phase === 'loading' && load.tracks.size === 0) ? null : load;
  return useMemo(
    () => ({ state, minutes, load: shown, isDisconnected, enter, leave }),
    [state, minutes, shown, isDisconnected, enter, leave],
  );
}

/** A connection is found lost some time after it was: two beats of it, milliseconds. */
const SLACK_MS = 30_000;

/** Works out what is drawn of tracks that are new; those that say the same stay the same. */
function createLoadedTracks(): (tracks: ReadonlyMap<number, Track>) => ReadonlyMap<number, LoadedTrack> {
  let before = new Map<number, LoadedTrack>();
  return (tracks) => {
    const next = new Map<number, LoadedTrack>();
    for (const [trackerId, track] of tracks) {
      const previous = before.get(trackerId);
      next.set(trackerId, previous?.track === track ? previous : toLoadedTrack(trackerId, track));
    }
    before = next;
    return next;
  };
}

function toLoadedTrack(trackerId: number, track: Track): LoadedTrack {
  const stays = staysOf(track);
  return {
    trackerId,
    track,
    coarse: false,
    line: createTrackLine(track),
    stays,
    summary: summarizeTrack(track, stays),
    changes: null,
  };
}

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
