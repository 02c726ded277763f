import type { MapMouseEvent, Point } from 'maplibre-gl';
import type { LngLat, MapView } from './map-view.ts';
import { isPointerCaptured } from './pointer-capture.ts';

interface HitListener<Hit> {
  /** Hit radius around the pointer in pixels; larger for touch. */
  readonly tolerance: { readonly mouse: number; readonly touch: number };
  /** The hit at a point; `other`: another layer handles the pointer; null: nothing. */
  readonly findHit: (point: Point, tolerance: number) => Hit | 'other' | null;
  readonly onClick: (hit: Hit | null, at: LngLat) => void;
  /** Called at most once a frame, with pixels of the map; null: nothing is hovered. */
  readonly onHover: (hit: Hit | null, x: number, y: number) => void;
}

/**
 * Reports clicks and hover on the features of a layer, except while drawing or measuring. Returns a function that
 * stops it.
 */
export function listenForHits<Hit extends object>(
  view: MapView,
  { tolerance, findHit, onClick, onHover }: HitListener<Hit>,
): () => void {
  const { engine } = view;

  function click({ point, lngLat, originalEvent }: MapMouseEvent): void {
    if (isPointerCaptured(view)) return;
    const touched = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const hit = findHit(point, touched ? tolerance.touch : tolerance.mouse);
    const { lng, lat } = lngLat.wrap();
    if (hit !== 'other') onClick(hit, view.toWgs84({ lng, lat }));
  }

  let pointed: Point | null = null;
  let stopped = false;
  function move({ point }: MapMouseEvent): void {
    const waiting = pointed !== null;
    pointed = point;
    if (!waiting) requestAnimationFrame(hover);
  }
  function hover(): void {
    const at = pointed;
    pointed = null;
    if (at === null || stopped || engine.isMoving()) return;
    const under = isPointerCaptured(view) ? null : findHit(at, tolerance.mouse);
    const hit = under === 'other' ? null : under;
    // The device layer sets the cursor of the canvas itself; this one shows through while that is unset.
    engine.getCanvasContainer().style.cursor = hit === null ? '' : 'pointer';
    onHover(hit, at.x, at.y);
  }
  function leave(): void {
    pointed = null;
    onHover(null, 0, 0);
  }

  const subscriptions = [
    engine.on('click', click),
    engine.on('mousemove', move),
    engine.on('mouseout', leave),
    engine.on('movestart', leave),
  ];
  return () => {
    stopped = true;
    engine.getCanvasContainer().style.cursor = '';
    leave();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
