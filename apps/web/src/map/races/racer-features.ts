import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { Feature, FeatureCollection } from 'geojson';
import type { LngLat } from '../map-view.ts';

/** A participant of a race as drawn on the map. */
export interface Racer extends LngLat {
  readonly id: number;
  /** `#rrggbb` */
  readonly color: string;
  /** Beside the circle: a number or name. */
  readonly label: string;
  /** Higher ones are on top. */
  readonly order: number;
  readonly selected: boolean;
  /** Somebody else is followed. */
  readonly muted: boolean;
  /** Earlier positions, the oldest first, without the current one. */
  readonly tail: readonly LngLat[];
}

/** The features of circles with numbers, and of tails. Tails that cross the antimeridian do not jump. */
export function racerFeatures(racers: readonly Racer[]): {
  readonly circles: FeatureCollection;
  readonly tails: FeatureCollection;
} {
  return {
    circles: {
      type: 'FeatureCollection',
      features: racers.map(
        ({ id, lng, lat, color, label, order, selected, muted }): Feature => ({
          type: 'Feature',
          id,
          geometry: { type: 'Point', coordinates: [lng, lat] },
          properties: { racer: id, color, label, order, selected, muted },
        }),
      ),
    },
    tails: {
      type: 'FeatureCollection',
      features: racers.flatMap((racer): readonly Feature[] => {
        if (racer.tail.length === 0) return [];
        const coordinates = [...racer.tail, racer].map(({ lng, lat }) => [nearestLng(lng, racer.lng), lat]);
        const { color, muted } = racer;
        return [
          { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { color, muted } },
        ];
      }),
    },
  };
}
