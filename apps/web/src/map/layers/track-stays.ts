import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const TRACK_STAYS = 'track-stays';
/** From this zoom the duration of a stay is displayed. */
const DURATION_ZOOM = 12;

/** Stays: a marker for the status (`marker`, an image subject) and the duration (`text`). */
export const trackStays: Overlay = {
  id: 'track-stays',
  sources: { [TRACK_STAYS]: { type: 'geojson', data: NO_FEATURES, buffer: 64 } },
  layers: ({ flavour, label }) => [
    {
      id: TRACK_STAYS,
      type: 'symbol',
      source: TRACK_STAYS,
      layout: {
        // A stay without a status is drawn as stopped.
        'icon-image': imageExpression(flavour, [
          'coalesce',
          ['get', 'marker'],
          writeImageSubject(['stay', 1]),
        ]),
        'icon-padding': 0,
        // Of overlapping stays, the longest is visible.
        'symbol-sort-key': ['-', ['get', 'ms']],
        'text-field': ['step', ['zoom'], '', DURATION_ZOOM, ['coalesce', ['get', 'text'], '']],
        'text-font': REGULAR,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1.2],
        'text-optional': true,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 },
    },
  ],
};
