import type { MapView } from './map-view.ts';

/** How many captures are active on each map. */
const captureCounts = new WeakMap<MapView, number>();

/**
 * Captures the pointer for drawing or measuring: clicks select nothing on the map until the returned function is
 * called.
 */
export function capturePointer(view: MapView): () => void {
  captureCounts.set(view, (captureCounts.get(view) ?? 0) + 1);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    captureCounts.set(view, (captureCounts.get(view) ?? 1) - 1);
  };
}

/** Whether the pointer is captured: then a click must not select anything. */
export function isPointerCaptured(view: MapView): boolean {
  return (captureCounts.get(view) ?? 0) > 0;
}
