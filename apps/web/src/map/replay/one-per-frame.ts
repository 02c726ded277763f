import type { FeatureCollection } from 'geojson';
import type { MapView } from '../map-view.ts';

/** Hands features to sources that are small, the newest only, and not before the map has taken the last ones. */
export function onePerFrame(view: MapView): (source: string, features: FeatureCollection) => void {
  const busy = new Set<string>();
  const waiting = new Map<string, FeatureCollection>();
  function send(source: string, features: FeatureCollection): void {
    busy.add(source);
    void view.setFeatures(source, features).finally(() => {
      busy.delete(source);
      const next = waiting.get(source);
      waiting.delete(source);
      if (next !== undefined) send(source, next);
    });
  }
  return (source, features) => {
    if (busy.has(source)) waiting.set(source, features);
    else send(source, features);
  };
}
