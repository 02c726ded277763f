import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const DISTANCE_MARKERS = 'distance-marks';

/**
 * The distances along routes. All of them from the specification's zoom of 12 on; below it every second, fourth and so on, so that they
 * are as far apart on the screen at each zoom (`markerMinZoom` in the domain). A number that would cover another one waits for more room.
 */
export const distanceMarkers: Overlay = {
  id: 'distance-marks',
  sources: { [DISTANCE_MARKERS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ label }) => [
    {
      id: 'distance-marks-dots',
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
      id: 'distance-marks-numbers',
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
