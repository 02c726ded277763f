import { staysOf } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import { trackLine } from '@wakeline/domain/tracks/track-line';
import { summaryOf } from '@wakeline/domain/tracks/track-summary';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { liveStore, serverNow, useFreshness } from '../../../live/live-store.ts';
import { useClient } from '../../../service/client.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { type LoadedTrack, NO_TRACKS, type TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { driveClock } from './drive-clock.ts';
import { createLiveTracks, type LiveTracks } from './live-tracks.ts';
import { loadFrom } from './load-live.ts';

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
  readonly away: boolean;
  /** Begins, jumps back to now, or goes on with another length. */
  enter(minutes?: WatchMinutes): void;
  /** Back to the replay that was there before. */
  leave(): void;
}

interface RealWatchOptions {
  readonly trackerIds: readonly number[];
  readonly clock: ClockStore;
  /** It has become a replay of this time: the address may follow. */
  readonly onLeft: (shown: Pick<ReplayView, 'start' | 'end' | 'time' | 'level'>) => void;
}

/** Watches the devices of a replay in real time with the replay's own clock and picture. */
export function useRealWatch({ trackerIds, clock, onLeft }: RealWatchOptions): RealWatch {
  const client = useClient();
  const [state, setState] = useState<RealWatch['state']>('off');
  const [minutes, setMinutes] = useState<WatchMinutes>(10);
  const [live, setLive] = useState<LiveTracks | null>(null);
  const [load, setLoad] = useState<TracksLoad>(NO_TRACKS);
  const { phase } = useFreshness();
  const away = state === 'live' && phase !== 'live';
  const latest = useRef(onLeft);
  latest.current = onLeft;
  const key = trackerIds.join(',');
  const on = state === 'live' && key !== '';
  /** Whose tracks the load is. */
  const heldOf = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the ids
  useEffect(() => {
    if (!on) return;
    const made = createLiveTracks({
      store: liveStore,
      trackerIds,
      length: minutes * 60_000,
      load: loadFrom(client),
      now: serverNow,
    });
    const drawn = drawnTracks();
    const told = () => (made.isReady() || made.error() !== null) && setLoad(loadOf(made, drawn(made.get())));
    setLive(made);
    // Who comes back to the same devices sees what there was until it is read anew.
    if (heldOf.current !== key) setLoad({ ...NO_TRACKS, phase: 'loading' });
    heldOf.current = key;
    const ends = [
      made.subscribe(told),
      driveClock(clock, serverNow, minutes * 60_000, () => setState('left')),
    ];
    return () => {
      for (const end of ends) end();
      made.stop();
      setLive(null);
    };
  }, [client, clock, key, on, minutes]);

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
      live.lost(since.current - SLACK_MS);
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
    () => ({ state, minutes, load: shown, away, enter, leave }),
    [state, minutes, shown, away, enter, leave],
  );
}

/** A connection is found lost some time after it was: two beats of it, milliseconds. */
const SLACK_MS = 30_000;

/** Works out what is drawn of tracks that are new; those that say the same stay the same. */
function drawnTracks(): (tracks: ReadonlyMap<number, Track>) => ReadonlyMap<number, LoadedTrack> {
  let before = new Map<number, LoadedTrack>();
  return (tracks) => {
    const next = new Map<number, LoadedTrack>();
    for (const [trackerId, track] of tracks) {
      const held = before.get(trackerId);
      next.set(trackerId, held?.track === track ? held : drawnTrack(trackerId, track));
    }
    before = next;
    return next;
  };
}

function drawnTrack(trackerId: number, track: Track): LoadedTrack {
  const stays = staysOf(track);
  return {
    trackerId,
    track,
    coarse: false,
    line: trackLine(track),
    stays,
    summary: summaryOf(track, stays),
    changes: null,
  };
}

function loadOf(live: LiveTracks, tracks: ReadonlyMap<number, LoadedTrack>): TracksLoad {
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
