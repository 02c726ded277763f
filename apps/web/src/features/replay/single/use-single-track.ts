import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Track } from '@wakeline/domain/tracks/track';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTracker } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { coverSpan } from '../core/cover-span.ts';
import type { NamedDevices } from '../core/frame/use-withdrawn.ts';
import { type LoadedTrack, NO_TRACKS, type TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import type { ReplayStage } from '../core/use-replay-stage.ts';
import { useTracks } from '../core/use-tracks.ts';
import { type RealWatch, useRealWatch } from '../live/use-real-watch.ts';
import type { SingleQuestion } from './use-single-question.ts';

/** The track of one device: that of the history, or that of the present while it is watched. */
export interface SingleTrack {
  /** Undefined: it may not be seen, or not yet. */
  readonly tracker: Tracker | undefined;
  readonly devices: NamedDevices;
  readonly watch: RealWatch;
  /** Whether the present has the clock. */
  readonly driven: boolean;
  /** How the reading goes, as the frame says it. */
  readonly load: TracksLoad;
  readonly loaded: LoadedTrack | null;
  /** Reads it again, or goes on where it failed. */
  readonly again: () => void;
}

const NO_IDS: readonly number[] = [];

export function useSingleTrack(question: SingleQuestion, { clock, area }: ReplayStage): SingleTrack {
  const { asked, trackerId, request, show } = question;
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((last) => last + 1), []);
  const watch = useRealWatch({ trackerIds: asked?.trackerIds.slice(0, 1) ?? NO_IDS, clock, onLeft: show });
  const driven = watch.state !== 'off';
  const read = useTracks(watch.load === null ? request : null, round, area);
  const load = watch.load ?? read;
  const loaded = trackerId === null ? null : (load.tracks.get(trackerId) ?? null);
  useSingleClock(clock, loaded?.track ?? null, asked, driven);
  const tracker = useTracker(trackerId);
  const devices = useMemo(
    () => new Map(tracker === undefined ? [] : [[tracker.trackerId, { name: fullName(tracker) }]]),
    [tracker],
  );
  // That nothing has come lately is said beside the switch.
  const quiet = driven && load.phase === 'ready' && load.tracks.size === 0;
  return { tracker, devices, watch, driven, load: quiet ? NO_TRACKS : load, loaded, again };
}

/** The clock covers what has been read. The address says where it begins and how fast it goes. */
function useSingleClock(
  clock: ClockStore,
  track: Track | null,
  asked: ReplayView | null,
  driven: boolean,
): void {
  const from = track?.time[0];
  const to = track?.time.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the clock when a track comes, and follows it from then on
  useEffect(() => {
    if (driven || from === undefined || to === undefined) return;
    clock.change((before) => {
      const same = before.start === from && before.end > before.start;
      return coverSpan(before, { from, to }, asked, same);
    });
  }, [clock, from, to, driven]);
}
