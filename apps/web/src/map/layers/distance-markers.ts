import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const DISTANCE_MARKERS = 'distance-markers';

/**
 * The distances along routes: all of them from zoom 12 (specification), below it every second, fourth and so on. So
 * their distance on the screen is similar at each zoom (`markerMinZoom` in the domain). A number that would overlap
 * another one is hidden.
 */
export const distanceMarkers: Overlay = {
  id: 'distance-markers',
  sources: { [DISTANCE_MARKERS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ label }) => [
    {
      id: 'distance-marker-dots',
      type: 'circle',
      source: DISTANCE_MARKERS,
      filter: ['>=', ['zoom'], ['get', 'zoom']],
      paint: {
        'circle-radius': 3,
        'circle-color': label.ground,
        'circle-stroke-color': label.text,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'distance-marker-numbers',
      type: 'symbol',
      source: DISTANCE_MARKERS,
      filter: ['>=', ['zoom'], ['get', 'zoom']],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': BOLD,
        'text-size': 10,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.7,
        'symbol-sort-key': ['get', 'zoom'],
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 },
    },
  ],
};
