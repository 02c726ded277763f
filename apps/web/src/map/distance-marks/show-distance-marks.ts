import type { Position } from '@wakeline/domain/fences/fence-shape';
import { marksAlong, markZoom } from '@wakeline/domain/geo/distance-marks';
import type { Feature } from 'geojson';
import { DISTANCE_MARKS, distanceMarks } from '../layers/distance-marks.ts';
import type { MapView } from '../map-view.ts';

/** What is marked on a map: the marks of each line that somebody shows. */
interface Marked {
  readonly lines: Map<symbol, readonly Feature[]>;
  readonly hide: () => void;
}

const marked = new WeakMap<MapView, Marked>();

/**
 * Marks the distances along a line (WGS-84), every so many metres, until the returned function is called. Several lines can be marked at
 * once.
 */
export function showDistanceMarks(view: MapView, line: readonly Position[], spacing: number): () => void {
  const key = Symbol('line');
  const { lines, hide } = marked.get(view) ?? { lines: new Map(), hide: view.show(distanceMarks) };
  marked.set(view, { lines, hide });
  lines.set(key, features(line, spacing));
  draw();

  function draw(): void {
    void view.setFeatures(DISTANCE_MARKS, {
      type: 'FeatureCollection',
      features: [...lines.values()].flat(),
    });
  }

  return () => {
    if (!lines.delete(key)) return;
    if (lines.size > 0) draw();
    else {
      marked.delete(view);
      hide();
    }
  };
}

function features(line: readonly Position[], spacing: number): Feature[] {
  return marksAlong(line, spacing).map(({ place: [lng, lat], metres, index }) => ({
    type: 'Feature',
    properties: { text: `${metres / 1000} km`, zoom: markZoom(index) },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }));
}
