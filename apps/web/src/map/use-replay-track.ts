import type { Track } from '@wakeline/domain/track';
import { useEffect, useState } from 'react';
import type { MapView } from './map-view.ts';
import type { ReplayIcon } from './replay/track-features.ts';
import { showTrack, type TrackOnMap } from './replay/track-on-map.ts';

export interface ReplayTrackOptions {
  readonly track: Track | null;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Milliseconds of the track that are drawn strong behind the marker; null: all since the start. */
  readonly wake: number | null;
  /** The device's icon; a new object when it changes. */
  readonly icon?: ReplayIcon;
}

/**
 * Shows a track on the map with the marker at a time; a change of the time costs little. Answers the shown track,
 * whose `setTime` can also be called directly at every frame, past React.
 */
export function useReplayTrack(
  view: MapView | null,
  { track, time, wake, icon }: ReplayTrackOptions,
): TrackOnMap | null {
  const [shown, setShown] = useState<TrackOnMap | null>(null);

  useEffect(() => {
    if (view === null) return;
    const made = showTrack(view);
    setShown(made);
    return () => {
      setShown(null);
      made.stop();
    };
  }, [view]);

  useEffect(() => shown?.setTrack(track), [shown, track]);
  useEffect(() => (icon === undefined ? undefined : shown?.setIcon(icon)), [shown, icon]);
  useEffect(() => shown?.setTime(time, wake), [shown, time, wake]);
  return shown;
}
