import { useEffect, useState } from 'react';
import type { MapView } from '../map-view.ts';
import { showTracks, type TracksOnMap, type TracksOptions } from './tracks-on-map.ts';
import type { VisibleTrack } from './visible-track.ts';

/**
 * Draws tracks on the map. `setTime` of the result is called at every frame, bypassing React.
 *
 * @param tracks the same array while nothing changes
 */
export function useVisibleTracks(
  view: MapView | null,
  tracks: readonly VisibleTrack[],
  { stays = true, markers = true }: TracksOptions = {},
): TracksOnMap | null {
  const [tracksOnMap, setTracksOnMap] = useState<TracksOnMap | null>(null);

  useEffect(() => {
    if (view === null) return;
    const created = showTracks(view, { stays, markers });
    setTracksOnMap(created);
    return () => {
      setTracksOnMap(null);
      created.stop();
    };
  }, [view, stays, markers]);

  useEffect(() => tracksOnMap?.set(tracks), [tracksOnMap, tracks]);
  return tracksOnMap;
}
