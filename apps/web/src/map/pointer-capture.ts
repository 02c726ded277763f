import type { MapView } from './map-view.ts';

/** The maps whose pointer somebody has for himself, and how often. */
const captureCounts = new WeakMap<MapView, number>();

/**
 * Takes the pointer: clicks draw or measure, and choose nothing that lies on the map, until the returned function is called.
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

/** Whether a click belongs to what is being drawn: then nothing on the map may answer it. */
export function isPointerCaptured(view: MapView): boolean {
  return (captureCounts.get(view) ?? 0) > 0;
}
