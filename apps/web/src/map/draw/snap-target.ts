import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { MapView } from '../map-view.ts';
import { projectNearest } from './draw-adapter.ts';

/** Pixels within which the pointer snaps. */
const SNAP_PIXELS = 10;

/** The nearest snap target; null if none is near. */
export function findSnapTarget(
  view: MapView,
  { x, y }: { readonly x: number; readonly y: number },
  targets: Iterable<Position>,
): Position | null {
  let nearest: Position | null = null;
  let minDistance = SNAP_PIXELS;
  for (const target of targets) {
    const at = projectNearest(view, target);
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance > minDistance) continue;
    nearest = target;
    minDistance = distance;
  }
  return nearest;
}
