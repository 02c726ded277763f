import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { MapView } from '../map-view.ts';
import { projected } from './draw-adapter.ts';

/** Pixels within which the pointer is drawn to a corner. */
const SNAP = 10;

/** The nearest of the places that the pointer snaps to; null when none is near. */
export function snapTo(
  view: MapView,
  { x, y }: { readonly x: number; readonly y: number },
  places: Iterable<Position>,
): Position | null {
  let nearest: Position | null = null;
  let gap = SNAP;
  for (const place of places) {
    const at = projected(view, place);
    const away = Math.hypot(at.x - x, at.y - y);
    if (away > gap) continue;
    nearest = place;
    gap = away;
  }
  return nearest;
}
