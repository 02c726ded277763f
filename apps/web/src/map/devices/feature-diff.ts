import type { Feature } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { LngLat } from '../map-view.ts';

/**
 * Collects changes of a source's features until the map applies them: one diff with at most one entry per feature.
 */
export interface FeatureDiff {
  /** Adds a feature, or replaces the one with its id. */
  put(feature: Feature & { readonly id: number }): void;
  move(id: number, to: LngLat): void;
  remove(id: number): void;
  /** The changes since the last call; null if there are none. */
  take(): GeoJSONSourceDiff | null;
}

export function createFeatureDiff(): FeatureDiff {
  let puts = new Map<number, Feature & { readonly id: number }>();
  let moves = new Map<number, LngLat>();
  let removals = new Set<number>();
  return {
    put(feature) {
      removals.delete(feature.id);
      moves.delete(feature.id);
      puts.set(feature.id, feature);
    },
    move(id, to) {
      const put = puts.get(id);
      if (put === undefined) moves.set(id, to);
      else puts.set(id, { ...put, geometry: pointAt(to) });
    },
    remove(id) {
      puts.delete(id);
      moves.delete(id);
      removals.add(id);
    },
    take() {
      if (puts.size + moves.size + removals.size === 0) return null;
      const diff: GeoJSONSourceDiff = {
        remove: [...removals],
        add: [...puts.values()],
        update: [...moves].map(([id, to]) => ({ id, newGeometry: pointAt(to) })),
      };
      puts = new Map();
      moves = new Map();
      removals = new Set();
      return diff;
    },
  };
}

function pointAt({ lng, lat }: LngLat): { type: 'Point'; coordinates: [number, number] } {
  return { type: 'Point', coordinates: [lng, lat] };
}
