import { NO_FEATURES, type Overlay } from '../overlay.ts';

export const FOUND = 'found';

/** What a search has found: a point, or the outline of what has an extent. */
export const found: Overlay = {
  id: 'found',
  sources: { [FOUND]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ accent, casing }) => [
    {
      id: 'found-outline',
      type: 'line',
      source: FOUND,
      filter: ['==', ['geometry-type'], 'Polygon'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'found-ring',
      type: 'circle',
      source: FOUND,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 16,
        'circle-color': accent,
        'circle-opacity': 0.18,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'found-point',
      type: 'circle',
      source: FOUND,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': accent,
        'circle-stroke-color': casing,
        'circle-stroke-width': 2,
      },
    },
  ],
};
