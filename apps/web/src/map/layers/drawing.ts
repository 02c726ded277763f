import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const DRAWING = 'drawing';

const hasRole = (...roles: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', 'role'],
  ['literal', [...roles]],
];

/** The current drawing: its area, its line, and on top the handles that can be dragged. */
export const drawing: Overlay = {
  id: 'drawing',
  sources: { [DRAWING]: { type: 'geojson', data: NO_FEATURES, tolerance: 0 } },
  layers: ({ casing, hollow }) => [
    {
      id: 'drawing-area',
      type: 'fill',
      source: DRAWING,
      filter: hasRole('area'),
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.18 },
    },
    {
      id: 'drawing-casing',
      type: 'line',
      source: DRAWING,
      filter: hasRole('edge'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': casing, 'line-width': 5, 'line-opacity': 0.7 },
    },
    {
      id: 'drawing-edge',
      type: 'line',
      source: DRAWING,
      filter: hasRole('edge'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': ['get', 'color'], 'line-width': 2.5 },
    },
    {
      id: 'drawing-midpoints',
      type: 'circle',
      source: DRAWING,
      filter: hasRole('midpoint'),
      paint: {
        'circle-radius': 4,
        'circle-color': hollow,
        'circle-opacity': 0.8,
        'circle-stroke-color': ['get', 'color'],
        'circle-stroke-width': 1.5,
        'circle-stroke-opacity': 0.8,
      },
    },
    {
      id: 'drawing-vertices',
      type: 'circle',
      source: DRAWING,
      filter: hasRole('vertex', 'center', 'active', 'closing', 'marker'),
      paint: {
        'circle-radius': ['match', ['get', 'role'], 'active', 7, 'closing', 7, 'marker', 9, 5.5],
        'circle-color': ['match', ['get', 'role'], ['active', 'marker'], ['get', 'color'], hollow],
        'circle-stroke-color': ['match', ['get', 'role'], ['active', 'marker'], casing, ['get', 'color']],
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'drawing-snapped',
      type: 'circle',
      source: DRAWING,
      filter: hasRole('snapped'),
      paint: {
        'circle-radius': 10,
        'circle-opacity': 0,
        'circle-stroke-color': ['get', 'color'],
        'circle-stroke-width': 2,
      },
    },
  ],
};
