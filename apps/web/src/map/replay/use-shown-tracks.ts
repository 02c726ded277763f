import { useEffect, useState } from 'react';
import type { MapView } from '../map-view.ts';
import type { ShownTrack } from './shown-track.ts';
import { showTracks, type TracksOnMap, type TracksOptions } from './tracks-on-map.ts';

/**
 * Shows tracks on the map. Answers what shows them, whose `setTime` is called at every frame, past React.
 *
 * @param tracks the same array while nothing changes.
 */
export function useShownTracks(
  view: MapView | null,
  tracks: readonly ShownTrack[],
  { stays = true, markers = true }: TracksOptions = {},
): TracksOnMap | null {
  const [shown, setShown] = useState<TracksOnMap | null>(null);

  useEffect(() => {
    if (view === null) return;
    const made = showTracks(view, { stays, markers });
    setShown(made);
    return () => {
      setShown(null);
      made.stop();
    };
  }, [view, stays, markers]);

  useEffect(() => shown?.set(tracks), [shown, tracks]);
  return shown;
}
