import { NO_FEATURES, type Overlay } from '../overlay.ts';
import { BOLD, REGULAR } from './fonts.ts';

export const MEASURE = 'measure';

/** What was measured, written where it was: the legs at their middles where there is room, the whole wherever it lies. */
export const measure: Overlay = {
  id: 'measure',
  sources: { [MEASURE]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ label }) => [
    {
      id: 'measure-legs',
      type: 'symbol',
      source: MEASURE,
      filter: ['==', ['get', 'role'], 'leg'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': REGULAR,
        'text-size': 11,
        'text-padding': 4,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 2 },
    },
    {
      id: 'measure-sum',
      type: 'symbol',
      source: MEASURE,
      filter: ['==', ['get', 'role'], 'sum'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': BOLD,
        'text-size': 13,
        // Beside the pointer, which is at the last corner while a line is drawn.
        'text-offset': ['case', ['get', 'beside'], ['literal', [0, -1.6]], ['literal', [0, 0]]],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 2.5 },
    },
  ],
};
