import { useEffect, useState } from 'react';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { TrailStore } from '../../live/trail-store.ts';
import type { MapView } from '../map-view.ts';
import { showTrails, type TrailsOnMap } from './trails-on-map.ts';

export interface TrailOptions {
  readonly store: TrackerStore;
  /** Null until it is created. */
  readonly trails: TrailStore | null;
  readonly now: () => number;
  /** Length in minutes; 0: none. */
  readonly minutes: number;
  /** Hidden devices; a new set for each change. */
  readonly hidden: ReadonlySet<number>;
  /** Devices whose trails are always drawn; a new array for each change. */
  readonly always: readonly number[];
}

/** Draws trails on the map. The options are passed to the map; positions bypass React. */
export function useTrails(
  view: MapView | null,
  { store, trails, now, minutes, hidden, always }: TrailOptions,
): void {
  const [trailsOnMap, setTrailsOnMap] = useState<TrailsOnMap | null>(null);

  useEffect(() => {
    if (view === null || trails === null) return;
    const trailsLayer = showTrails({ view, store, trails, now });
    setTrailsOnMap(trailsLayer);
    return () => {
      setTrailsOnMap(null);
      trailsLayer.stop();
    };
  }, [view, store, trails, now]);

  useEffect(() => trailsOnMap?.setHidden(hidden), [trailsOnMap, hidden]);
  useEffect(() => trailsOnMap?.setAlwaysDrawn(always), [trailsOnMap, always]);
  useEffect(() => trailsOnMap?.setMinutes(minutes), [trailsOnMap, minutes]);
}
