import type { Tracker } from '@wakeline/contract/entities/tracker';
import { positionAtTime } from '@wakeline/domain/replay/playback';
import { useEffect, useMemo, useRef } from 'react';
import type { MapView } from '../../../map/map-view.ts';
import type { ColorClasses } from '../../../map/replay/color-classes.ts';
import { followMarker, isUserChange } from '../../../map/replay/marker-follower.ts';
import { useVisibleTracks } from '../../../map/replay/use-visible-tracks.ts';
import { useSession } from '../../../service/session.ts';
import { type ClockStore, MAX_FRAME_MS } from '../core/clock-store.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { TrailLength } from '../core/replay-address.ts';
import { boundsOf } from '../core/track-bounds.ts';

const GENERIC = { iconUrl: 'generic', iconType: 'STANDARD' } as const;

interface ReplayLayerProps {
  readonly view: MapView;
  readonly loaded: LoadedTrack | null;
  readonly tracker: Tracker | undefined;
  readonly clock: ClockStore;
  readonly trailMinutes: TrailLength;
  /** The value that colours the line; null: it has one colour. */
  readonly classes: ColorClasses | null;
}

/** Stays are drawn with their status by `TrackLayer`. */
const WITHOUT_STAYS = { stays: false } as const;

/**
 * Draws the track on the map and keeps its marker in view. The clock updates the map at each frame, bypassing React.
 */
export function ReplayLayer({ view, loaded, tracker, clock, trailMinutes, classes }: ReplayLayerProps) {
  const { iconUrl, iconType } = tracker?.iconDto ?? GENERIC;
  // Live updates replace the tracker object every second; its icon stays the same.
  const icon = useMemo(() => ({ iconUrl, iconType }), [iconUrl, iconType]);
  const { movingSpeed } = useSession();
  const track = loaded?.track ?? null;
  const tracks = useMemo(
    () => (loaded === null ? [] : [{ ...loaded, icon, classes, movingSpeed }]),
    [loaded, icon, classes, movingSpeed],
  );
  const tracksOnMap = useVisibleTracks(view, tracks, WITHOUT_STAYS);
  const trailMs = trailMinutes === null ? null : trailMinutes * 60_000;

  useEffect(() => {
    if (tracksOnMap === null) return;
    const draw = () => {
      const { time, playing } = clock.get();
      tracksOnMap.setTime(time, trailMs, playing ? 'steady' : 'dragged');
    };
    draw();
    return clock.subscribe(draw);
  }, [tracksOnMap, clock, trailMs]);

  useEffect(() => {
    if (track === null) return;
    const follow = followMarker(view);
    let before = clock.get();
    const stop = clock.subscribe(() => {
      const now = clock.get();
      const byUser = isUserChange(before, now, MAX_FRAME_MS);
      const position = byUser || now.time !== before.time ? positionAtTime(track, now.time) : null;
      if (position !== null) follow.moveTo(position, byUser);
      before = now;
    });
    return () => {
      stop();
      follow.stop();
    };
  }, [view, track, clock]);

  // Fits the map to the first loaded part, and again to the complete track.
  const start = track?.time[0];
  const end = track?.time.at(-1);
  const fittedTrack = useRef<{ view: MapView; start: number | undefined; end: number | undefined } | null>(
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the track's area changes with its time span
  useEffect(() => {
    const before = fittedTrack.current;
    // A screen that returns keeps its camera.
    if (before?.view === view && before.start === start && before.end === end) return;
    fittedTrack.current = { view, start, end };
    const bounds = track === null ? null : boundsOf([track]);
    if (bounds !== null) view.fit(bounds);
  }, [view, start, end]);
  return null;
}
