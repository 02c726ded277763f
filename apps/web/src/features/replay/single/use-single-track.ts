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

/** The track of one device: that of the history, or that of the present while it is watched. */
export interface SingleTrack {
  /** Undefined: it may not be seen, or not yet. */
  readonly tracker: Tracker | undefined;
  readonly devices: NamedDevices;
  readonly watch: RealWatch;
  /** Whether the present has the clock. */
  readonly isLive: boolean;
  /** How the reading goes, as the frame says it. */
  readonly load: TracksLoad;
  readonly loaded: LoadedTrack | null;
  /** Reads it again, or goes on where it failed. */
  readonly reload: () => void;
}

const NO_IDS: readonly number[] = [];

export function useSingleTrack(
  question: SingleReplayParams,
  { clock, getVisibleBounds }: ReplayScreen,
): SingleTrack {
  const { replayView, trackerId, request, changeView } = question;
  const [reloadKey, setReloadKey] = useState(0);
  const reload = useCallback(() => setReloadKey((last) => last + 1), []);
  const watch = useRealWatch({
    trackerIds: replayView?.trackerIds.slice(0, 1) ?? NO_IDS,
    clock,
    onPaused: changeView,
  });
  const isLive = watch.state !== 'off';
  const read = useTracks(watch.load === null ? request : null, reloadKey, getVisibleBounds);
  const load = watch.load ?? read;
  const loaded = trackerId === null ? null : (load.tracks.get(trackerId) ?? null);
  useSingleClock(clock, loaded?.track ?? null, replayView, isLive);
  const tracker = useTracker(trackerId);
  const devices = useMemo(
    () => new Map(tracker === undefined ? [] : [[tracker.trackerId, { name: fullName(tracker) }]]),
    [tracker],
  );
  // That nothing has come lately is said beside the switch.
  const hasNoFixes = isLive && load.phase === 'ready' && load.tracks.size === 0;
  return { tracker, devices, watch, isLive, load: hasNoFixes ? NO_TRACKS : load, loaded, reload };
}

/** The clock covers what has been read. The address says where it begins and how fast it goes. */
function useSingleClock(
  clock: ClockStore,
  track: Track | null,
  replayView: ReplayView | null,
  isLive: boolean,
): void {
  const from = track?.time[0];
  const to = track?.time.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the clock when a track comes, and follows it from then on
  useEffect(() => {
    if (isLive || from === undefined || to === undefined) return;
    clock.change((before) => {
      const same = before.start === from && before.end > before.start;
      return fitClockToSpan(before, { from, to }, replayView, same);
    });
  }, [clock, from, to, isLive]);
}
