import { useEffect, useState } from 'react';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { TrailStore } from '../../live/trail-store.ts';
import type { MapView } from '../map-view.ts';
import { showTrails, type TrailsOnMap } from './trails-on-map.ts';

export interface TrailOptions {
  readonly store: TrackerStore;
  /** Null until it is made. */
  readonly trails: TrailStore | null;
  readonly now: () => number;
  /** Length in minutes; 0: none. */
  readonly minutes: number;
  /** Devices that are not on the map; a new set for each change. */
  readonly hidden: ReadonlySet<number>;
  /** Devices whose trails are always drawn; a new array for each change. */
  readonly always: readonly number[];
}

/** Draws trails on the map. What the options say is told to the map; positions never pass here. */
export function useTrails(
  view: MapView | null,
  { store, trails, now, minutes, hidden, always }: TrailOptions,
): void {
  const [trailsOnMap, setTrailsOnMap] = useState<TrailsOnMap | null>(null);

  useEffect(() => {
    if (view === null || trails === null) return;
    const made = showTrails({ view, store, trails, now });
    setTrailsOnMap(made);
    return () => {
      setTrailsOnMap(null);
      made.stop();
    };
  }, [view, store, trails, now]);

  useEffect(() => trailsOnMap?.setHidden(hidden), [trailsOnMap, hidden]);
  useEffect(() => trailsOnMap?.setAlwaysDrawn(always), [trailsOnMap, always]);
  useEffect(() => trailsOnMap?.setMinutes(minutes), [trailsOnMap, minutes]);
}
