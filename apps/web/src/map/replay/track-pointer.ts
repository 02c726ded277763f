import type { Point } from 'maplibre-gl';
import { TRACK_NOTICES } from '../layers/track-notices.ts';
import { TRACK_STAYS } from '../layers/track-stays.ts';
import { listenForHits } from '../listen-for-hits.ts';
import type { LngLat, MapView } from '../map-view.ts';
import type { FixFinder, NearestFix } from './nearest-fix.ts';

/** The hit object of a replay: a notice by its id, a stay by its index, or a point of the line. */
export type TrackHit =
  | { readonly kind: 'notice'; readonly id: number }
  | { readonly kind: 'stay'; readonly id: number }
  | { readonly kind: 'fix'; readonly fix: NearestFix };

interface TrackPointerTargets {
  /** The fixes of the visible track; null: none. */
  readonly finder: () => FixFinder | null;
  /** The current time of the replay, epoch milliseconds. */
  readonly moment: () => number;
  /** Called at most once a frame, with pixels of the map; null: nothing is hovered. */
  readonly onHover: (hit: TrackHit | null, x: number, y: number) => void;
  readonly onClick: (hit: TrackHit | null, at: LngLat) => void;
}

/** Hit radius around the line in pixels; larger for touch. */
const HIT_TOLERANCE = { mouse: 10, touch: 20 } as const;

/** Reports hover and clicks on a track. Returns a function that stops it. */
export function listenToTrack(view: MapView, targets: TrackPointerTargets): () => void {
  const { engine } = view;
  const layers = [
    [TRACK_NOTICES, 'notice'],
    [TRACK_STAYS, 'stay'],
  ] as const;

  function findHit(point: Point, tolerance: number): TrackHit | null {
    for (const [layer, kind] of layers) {
      if (engine.getLayer(layer) === undefined) continue;
      const found = engine.queryRenderedFeatures(point, { layers: [layer] });
      if (found[0]?.id !== undefined) return { kind, id: Number(found[0].id) };
    }
    // The engine's world is 512 pixels wide at zoom 0.
    const within = tolerance / (512 * 2 ** engine.getZoom());
    const fix = targets.finder()?.find(view.unproject(point), within, targets.moment()) ?? null;
    return fix === null ? null : { kind: 'fix', fix };
  }

  const { onClick, onHover } = targets;
  return listenForHits<TrackHit>(view, { tolerance: HIT_TOLERANCE, findHit, onClick, onHover });
}
