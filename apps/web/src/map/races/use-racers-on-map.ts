import { useEffect, useRef, useState } from 'react';
import { listenForHits } from '../listen-for-hits.ts';
import type { MapView } from '../map-view.ts';
import { type Racer, type RacersOnMap, showRacers } from './racers-on-map.ts';

/** Pixels around a circle that count as a hit. */
const TOLERANCE = { mouse: 4, touch: 14 } as const;

interface RacersOptions {
  readonly racers: readonly Racer[];
  /** The user clicked a participant, or beside all of them. */
  readonly onSelect: (id: number | null) => void;
}

/** Draws the participants of a race with their tails, and reports clicks on them. */
export function useRacersOnMap(view: MapView | null, { racers, onSelect }: RacersOptions): void {
  const racersOnMap = useRacerLayers(view, onSelect);
  useEffect(() => racersOnMap?.set(racers), [racersOnMap, racers]);
}

/** The layers of participants whose positions bypass React; reports clicks on them. Null without a map. */
export function useRacerLayers(
  view: MapView | null,
  onSelect: RacersOptions['onSelect'],
): RacersOnMap | null {
  const [racersOnMap, setRacersOnMap] = useState<RacersOnMap | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    if (view === null) return;
    const created = showRacers(view);
    setRacersOnMap(created);
    const stop = listenForHits<{ readonly id: number }>(view, {
      tolerance: TOLERANCE,
      findHit(pixel, tolerance) {
        const id = created.findAt(pixel, tolerance);
        return id === null ? null : { id };
      },
      onClick: (hit) => select.current(hit?.id ?? null),
      onHover(hit) {
        view.engine.getCanvasContainer().style.cursor = hit === null ? '' : 'pointer';
      },
    });
    return () => {
      stop();
      setRacersOnMap(null);
      created.stop();
    };
  }, [view]);
  return racersOnMap;
}
