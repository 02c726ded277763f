import type { Position } from '@wakeline/domain/fences/fence-shape';
import { distanceMarkersAlong, markerMinZoom } from '@wakeline/domain/geo/distance-markers';
import type { Feature } from 'geojson';
import { DISTANCE_MARKERS, distanceMarkers } from '../layers/distance-markers.ts';
import type { MapView } from '../map-view.ts';

/** The distance markers of a map, by line. */
interface MarkedMap {
  readonly lines: Map<symbol, readonly Feature[]>;
  readonly hide: () => void;
}

const markedMaps = new WeakMap<MapView, MarkedMap>();

/**
 * Draws distance markers along a line (WGS-84), one every `spacing` metres, until the returned function is called.
 * Several lines can have markers at once.
 */
export function showDistanceMarkers(view: MapView, line: readonly Position[], spacing: number): () => void {
  const key = Symbol('line');
  const { lines, hide } = markedMaps.get(view) ?? { lines: new Map(), hide: view.show(distanceMarkers) };
  markedMaps.set(view, { lines, hide });
  lines.set(key, markerFeatures(line, spacing));
  draw();

  function draw(): void {
    void view.setFeatures(DISTANCE_MARKERS, {
      type: 'FeatureCollection',
      features: [...lines.values()].flat(),
    });
  }

  return () => {
    if (!lines.delete(key)) return;
    if (lines.size > 0) draw();
    else {
      markedMaps.delete(view);
      hide();
    }
  };
}

function markerFeatures(line: readonly Position[], spacing: number): Feature[] {
  return distanceMarkersAlong(line, spacing).map(({ coordinates: [lng, lat], metres, index }) => ({
    type: 'Feature',
    properties: { text: `${metres / 1000} km`, zoom: markerMinZoom(index) },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }));
}
