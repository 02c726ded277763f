import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const FENCES = 'fences';
export const FENCE_NAMES = 'fence-names';
/** The layers whose features a pointer hits. */
export const FENCE_AREAS = 'fence-areas';
export const FENCE_EDGES = 'fence-edges';

/** Simplification tolerance in pixels of each zoom, so that thousands of fences stay fast. */
const TOLERANCE = 0.6;

/** Fences: areas with an edge in their own colour, and their names. */
export const fences: Overlay = {
  id: 'fences',
  sources: {
    [FENCES]: { type: 'geojson', data: NO_FEATURES, tolerance: TOLERANCE, maxzoom: 15, buffer: 8 },
    [FENCE_NAMES]: { type: 'geojson', data: NO_FEATURES, maxzoom: 15, buffer: 64 },
  },
  layers: ({ casing, label }) => [
    {
      id: FENCE_AREAS,
      type: 'fill',
      source: FENCES,
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.16, 'fill-antialias': false },
    },
    {
      id: 'fence-casings',
      type: 'line',
      source: FENCES,
      minzoom: 8,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': casing, 'line-width': 4, 'line-opacity': 0.6 },
    },
    {
      id: FENCE_EDGES,
      type: 'line',
      source: FENCES,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ['get', 'color'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 1, 10, 2],
      },
    },
    {
      id: 'fence-names',
      type: 'symbol',
      source: FENCE_NAMES,
      minzoom: 6,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': BOLD,
        'text-size': 12,
        'text-max-width': 10,
        'text-padding': 4,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 },
    },
  ],
};
