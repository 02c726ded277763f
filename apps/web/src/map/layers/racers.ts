import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const RACER_TAILS = 'racer-tails';
export const RACERS = 'racers';

/** Those that are not followed, while somebody is. */
const MUTED = 0.35;

/** The last seconds of the participants of a race, in their colors. */
export const racerTails: Overlay = {
  id: 'racer-tails',
  sources: { [RACER_TAILS]: { type: 'geojson', data: NO_FEATURES, tolerance: 0.1 } },
  layers: ({ casing }) => {
    const opacity = ['case', ['get', 'muted'], MUTED, 1] as ['case', ['get', string], number, number];
    const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
    return [
      {
        id: 'racer-tails-edge',
        type: 'line',
        source: RACER_TAILS,
        layout,
        paint: { 'line-color': casing, 'line-width': 5, 'line-opacity': ['*', 0.6, opacity] },
      },
      {
        id: 'racer-tails',
        type: 'line',
        source: RACER_TAILS,
        layout,
        paint: { 'line-color': ['get', 'color'], 'line-width': 3, 'line-opacity': opacity },
      },
    ];
  },
};

/** The participants of a race: a circle in their color with their number, above their tails. */
export const racers: Overlay = {
  id: 'racers',
  sources: { [RACERS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ casing, label }) => {
    const opacity = ['case', ['get', 'muted'], MUTED, 1] as ['case', ['get', string], number, number];
    return [
      {
        id: 'racer-circles',
        type: 'circle',
        source: RACERS,
        layout: { 'circle-sort-key': ['get', 'order'] },
        paint: {
          'circle-radius': ['case', ['get', 'selected'], 9, 7],
          'circle-color': ['get', 'color'],
          'circle-stroke-color': casing,
          'circle-stroke-width': ['case', ['get', 'selected'], 3, 2],
          'circle-opacity': opacity,
          'circle-stroke-opacity': opacity,
        },
      },
      {
        id: 'racer-numbers',
        type: 'symbol',
        source: RACERS,
        layout: {
          'symbol-sort-key': ['-', 0, ['get', 'order']],
          'text-field': ['get', 'label'],
          'text-font': BOLD,
          'text-size': ['case', ['get', 'selected'], 14, 12],
          'text-variable-anchor': ['bottom', 'right', 'left', 'top'],
          'text-radial-offset': 0.9,
          'text-padding': 1,
        },
        paint: {
          'text-color': label.text,
          'text-halo-color': label.ground,
          'text-halo-width': 1.6,
          'text-opacity': opacity,
        },
      },
    ];
  },
};
