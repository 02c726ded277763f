import type { MapMouseEvent, Point } from 'maplibre-gl';
import { TRACK_NOTICES } from '../layers/track-notices.ts';
import { TRACK_STAYS } from '../layers/track-stays.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { isPointerTaken } from '../pointer-taken.ts';
import type { FixFinder, NearestFix } from './nearest-fix.ts';

/** What of a replay is pointed at: a notice by its number, a stay by its index, or a place of the line. */
export type TrackHit =
  | { readonly kind: 'notice'; readonly id: number }
  | { readonly kind: 'stay'; readonly id: number }
  | { readonly kind: 'fix'; readonly fix: NearestFix };

interface TrackPointerTargets {
  /** The fixes of the track that is shown; null: none is. */
  readonly finder: () => FixFinder | null;
  /** The moment of the replay, epoch milliseconds. */
  readonly moment: () => number;
  /** At most once a frame, in pixels of the map; null: nothing is pointed at. */
  readonly onHover: (hit: TrackHit | null, x: number, y: number) => void;
  readonly onClick: (hit: TrackHit | null, at: LngLat) => void;
}

/** Pixels from the line within which it is hit; a finger is less exact. */
const NEAR = { mouse: 10, touch: 20 } as const;

/** Tells what of a track is pointed at and clicked; answers the function that ends it. */
export function listenToTrack(view: MapView, targets: TrackPointerTargets): () => void {
  const { engine } = view;
  const layers = [
    [TRACK_NOTICES, 'notice'],
    [TRACK_STAYS, 'stay'],
  ] as const;

  function hitAt(point: Point, near: number): TrackHit | null {
    for (const [layer, kind] of layers) {
      if (engine.getLayer(layer) === undefined) continue;
      const found = engine.queryRenderedFeatures(point, { layers: [layer] });
      if (found[0]?.id !== undefined) return { kind, id: Number(found[0].id) };
    }
    // The engine's world is 512 pixels wide at zoom 0.
    const within = near / (512 * 2 ** engine.getZoom());
    const fix = targets.finder()?.find(view.unproject(point), within, targets.moment()) ?? null;
    return fix === null ? null : { kind: 'fix', fix };
  }

  function click({ point, lngLat, originalEvent }: MapMouseEvent): void {
    if (isPointerTaken(view)) return;
    const touched = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const { lng, lat } = lngLat.wrap();
    targets.onClick(hitAt(point, touched ? NEAR.touch : NEAR.mouse), view.toGround({ lng, lat }));
  }

  let pointed: Point | null = null;
  let ended = false;
  function move({ point }: MapMouseEvent): void {
    const waiting = pointed !== null;
    pointed = point;
    if (!waiting) requestAnimationFrame(hover);
  }
  function hover(): void {
    const at = pointed;
    pointed = null;
    if (at === null || ended || engine.isMoving()) return;
    const hit = isPointerTaken(view) ? null : hitAt(at, NEAR.mouse);
    engine.getCanvasContainer().style.cursor = hit === null ? '' : 'pointer';
    targets.onHover(hit, at.x, at.y);
  }
  const leave = () => {
    pointed = null;
    targets.onHover(null, 0, 0);
  };

  const subscriptions = [
    engine.on('click', click),
    engine.on('mousemove', move),
    engine.on('mouseout', leave),
    engine.on('movestart', leave),
  ];
  return () => {
    ended = true;
    engine.getCanvasContainer().style.cursor = '';
    leave();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
