import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Track } from '@wakeline/domain/tracks/track';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTracker } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { fitClockToSpan } from '../core/fit-clock-to-span.ts';
import type { NamedDevices } from '../core/frame/use-revoked-names.ts';
import { type LoadedTrack, NO_TRACKS, type TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import type { ReplayScreen } from '../core/use-replay-screen.ts';
import { useTracks } from '../core/use-tracks.ts';
import { type RealWatch, useRealWatch } from '../live/use-real-watch.ts';
import type { SingleReplayParams } from './use-single-replay-params.ts';

/** The track of one device, from the history or live. */
export interface SingleTrack {
  /** Undefined: not accessible, or not loaded yet. */
  readonly tracker: Tracker | undefined;
  readonly devices: NamedDevices;
  readonly watch: RealWatch;
  /** Whether live mode controls the clock. */
  readonly isLive: boolean;
  /** The loading state for the frame. */
  readonly load: TracksLoad;
  readonly loaded: LoadedTrack | null;
  /** Loads it again, or resumes after a failure. */
  readonly reload: () => void;
}

const NO_IDS: readonly number[] = [];

export function useSingleTrack(
  params: SingleReplayParams,
  { clock, getVisibleBounds }: ReplayScreen,
): SingleTrack {
  const { replayView, trackerId, request, changeView } = params;
  const [reloadKey, setReloadKey] = useState(0);
  const reload = useCallback(() => setReloadKey((last) => last + 1), []);
  const watch = useRealWatch({
    trackerIds: replayView?.trackerIds.slice(0, 1) ?? NO_IDS,
    clock,
    onPaused: changeView,
  });
  const isLive = watch.state !== 'off';
  const history = useTracks(watch.load === null ? request : null, reloadKey, getVisibleBounds);
  const load = watch.load ?? history;
  const loaded = trackerId === null ? null : (load.tracks.get(trackerId) ?? null);
  useSingleClock(clock, loaded?.track ?? null, replayView, isLive);
  const tracker = useTracker(trackerId);
  const devices = useMemo(
    () => new Map(tracker === undefined ? [] : [[tracker.trackerId, { name: fullName(tracker) }]]),
    [tracker],
  );
  // The live switch already displays that there are no recent positions.
  const hasNoFixes = isLive && load.phase === 'ready' && load.tracks.size === 0;
  return { tracker, devices, watch, isLive, load: hasNoFixes ? NO_TRACKS : load, loaded, reload };
}

/** Keeps the clock's span in sync with the loaded track; the address sets its initial time and speed. */
function useSingleClock(
  clock: ClockStore,
  track: Track | null,
  replayView: ReplayView | null,
  isLive: boolean,
): void {
  const from = track?.time[0];
  const to = track?.time.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address sets the clock when a track is loaded, afterwards it follows the clock
  useEffect(() => {
    if (isLive || from === undefined || to === undefined) return;
    clock.change((before) => {
      const keepState = before.start === from && before.end > before.start;
      return fitClockToSpan(before, { from, to }, replayView, keepState);
    });
  }, [clock, from, to, isLive]);
}
