import type { MapView } from './map-view.ts';

/** The maps whose pointer somebody has for himself, and how often. */
const taken = new WeakMap<MapView, number>();

/**
 * Takes the pointer: clicks draw or measure, and choose nothing that lies on the map, until the returned function is called.
 */
export function takePointer(view: MapView): () => void {
  taken.set(view, (taken.get(view) ?? 0) + 1);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    taken.set(view, (taken.get(view) ?? 1) - 1);
  };
}

/** Whether a click belongs to what is being drawn: then nothing on the map may answer it. */
export function isPointerTaken(view: MapView): boolean {
  return (taken.get(view) ?? 0) > 0;
}
