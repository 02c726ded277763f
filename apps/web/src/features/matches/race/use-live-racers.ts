import type { Participant } from '@wakeline/contract/matches/participants';
import { useEffect } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useRacerLayers } from '../../../map/races/use-racers-on-map.ts';
import { type DeviceState, liveRacers } from './live-racers.ts';

interface LiveRacers {
  /** Who carries each device; a new map for each change. */
  readonly carriers: ReadonlyMap<number, Participant>;
  readonly selectedId: number | null;
  readonly onSelect: (participantId: number) => void;
}

/** Draws the participants at the positions of their devices; positions bypass React. */
export function useLiveRacers(view: MapView | null, { carriers, selectedId, onSelect }: LiveRacers): void {
  const racersOnMap = useRacerLayers(view, (id) => {
    if (id !== null) onSelect(id);
  });

  useEffect(() => {
    if (racersOnMap === null) return;
    const draw = () => racersOnMap.set(liveRacers(carriers, deviceState, selectedId));
    draw();
    return liveStore.subscribeChanges(({ added, changed, removed }) => {
      for (const id of carriers.keys())
        if (added.has(id) || changed.has(id) || removed.has(id)) {
          draw();
          return;
        }
    });
  }, [racersOnMap, carriers, selectedId]);
}

function deviceState(trackerId: number): DeviceState | null {
  return liveStore.getTracker(trackerId)?.trackerStatusDto ?? null;
}
