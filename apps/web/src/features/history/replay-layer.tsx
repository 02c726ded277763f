import type { Tracker } from '@wakeline/contract/entities/tracker';
import { placeAt } from '@wakeline/domain/playback';
import type { Track } from '@wakeline/domain/track';
import { useEffect, useMemo, useRef } from 'react';
import type { MapView } from '../../map/map-view.ts';
import { followMarker, wasAsked } from '../../map/replay/follow.ts';
import { useReplayTrack } from '../../map/use-replay-track.ts';
import { type ClockStore, LONGEST_FRAME_MS } from '../replay/clock-store.ts';
import { boundsOf } from './gaps.ts';

/** The specification's wake of a single replay, 31,104,000 s: everything since the start. */
const WAKE_MS = 31_104_000_000;

const GENERIC = { iconUrl: 'generic', iconType: 'STANDARD' } as const;

interface ReplayLayerProps {
  readonly view: MapView;
  readonly track: Track | null;
  readonly tracker: Tracker | undefined;
  readonly clock: ClockStore;
}

/** Shows the track on the map, its marker always in view. The time goes from the clock to the map at each frame, past React. */
export function ReplayLayer({ view, track, tracker, clock }: ReplayLayerProps) {
  const { iconUrl, iconType } = tracker?.iconDto ?? GENERIC;
  // The device's live state makes a new entity of it every second; its icon stays the same.
  const icon = useMemo(() => ({ iconUrl, iconType }), [iconUrl, iconType]);
  const shown = useReplayTrack(view, { track, time: clock.get().time, wake: WAKE_MS, icon });

  useEffect(
    () => (shown === null ? undefined : clock.subscribe(() => shown.setTime(clock.get().time, WAKE_MS))),
    [shown, clock],
  );

  useEffect(() => {
    if (track === null) return;
    const follow = followMarker(view);
    let before = clock.get();
    const stop = clock.subscribe(() => {
      const now = clock.get();
      const asked = wasAsked(before, now, LONGEST_FRAME_MS);
      const place = asked || now.time !== before.time ? placeAt(track, now.time) : null;
      if (place !== null) follow.moved(place, asked);
      before = now;
    });
    return () => {
      stop();
      follow.stop();
    };
  }, [view, track, clock]);

  // The first part shows where it is; the last shows all of it.
  const start = track?.time[0];
  const end = track?.time.at(-1);
  const shownArea = useRef<{ view: MapView; start: number | undefined; end: number | undefined } | null>(
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the track covers another time it covers another area
  useEffect(() => {
    const before = shownArea.current;
    // A screen that comes back stands where it was left.
    if (before?.view === view && before.start === start && before.end === end) return;
    shownArea.current = { view, start, end };
    const bounds = track === null ? null : boundsOf(track);
    if (bounds !== null) view.fit(bounds);
  }, [view, start, end]);
  return null;
}
