import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const TRACK_STAYS = 'track-stays';
/** From this zoom on it is written how long a stay was. */
const DURATION_ZOOM = 12;

/** Places where a tracker stayed: a mark of its status (`mark`, an image subject), and for how long (`text`). */
export const trackStays: Overlay = {
  id: 'track-stays',
  sources: { [TRACK_STAYS]: { type: 'geojson', data: NO_FEATURES, buffer: 64 } },
  layers: ({ flavour, label }) => [
    {
      id: TRACK_STAYS,
      type: 'symbol',
      source: TRACK_STAYS,
      layout: {
        // Who only knows that it stayed says nothing of a status: it stood.
        'icon-image': imageExpression(flavour, ['coalesce', ['get', 'mark'], writeImageSubject(['stay', 1])]),
        'icon-padding': 0,
        // The longest stay of those that lie together is shown.
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
