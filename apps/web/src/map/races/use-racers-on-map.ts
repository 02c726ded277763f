import { useEffect, useRef } from 'react';
import { RACER_TAILS, RACERS, racers as racerOverlay, racerTails } from '../layers/racers.ts';
import { listenForHits } from '../listen-for-hits.ts';
import type { MapView } from '../map-view.ts';
import { type Racer, racerFeatures } from './racer-features.ts';

/** Pixels around a circle that count as a hit. */
const TOLERANCE = { mouse: 4, touch: 14 } as const;

interface RacersOnMap {
  readonly racers: readonly Racer[];
  /** The user clicked a participant, or beside all of them. */
  readonly onSelect: (id: number | null) => void;
}

/** Draws the participants of a race with their tails, and reports clicks on them. */
export function useRacersOnMap(view: MapView | null, { racers, onSelect }: RacersOnMap): void {
  useRacerLayers(view, onSelect);
  useEffect(() => {
    if (view !== null) void drawRacers(view, racers);
  }, [view, racers]);
}

/** Replaces the participants; resolves when the map has applied them. The layers must be there. */
export async function drawRacers(view: MapView, racers: readonly Racer[]): Promise<void> {
  const { circles, tails } = racerFeatures(racers);
  try {
    await Promise.all([view.setFeatures(RACERS, circles), view.setFeatures(RACER_TAILS, tails)]);
  } catch (error) {
    reportError(error);
  }
}

/** The layers of participants that are drawn with `drawRacers`, without any clusters; reports clicks on them. */
export function useRacerLayers(view: MapView | null, onSelect: RacersOnMap['onSelect']): void {
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    if (view === null) return;
    const hides = [view.show(racerTails), view.show(racerOverlay)];
    const stop = listenForHits<{ readonly id: number }>(view, {
      tolerance: TOLERANCE,
      findHit({ x, y }, tolerance) {
        const [hit] = view.engine.queryRenderedFeatures(
          [
            [x - tolerance, y - tolerance],
            [x + tolerance, y + tolerance],
          ],
          { layers: ['racer-circles', 'racer-numbers'] },
        );
        const id: unknown = hit?.properties.racer;
        return typeof id === 'number' ? { id } : null;
      },
      onClick: (hit) => select.current(hit?.id ?? null),
      onHover(hit) {
        view.engine.getCanvasContainer().style.cursor = hit === null ? '' : 'pointer';
      },
    });
    return () => {
      stop();
      for (const hide of hides) hide();
    };
  }, [view]);
}
