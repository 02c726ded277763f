import { imageExpression } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const TRACK_NOTICES = 'track-notices';

/** Notices at their places on a track; `grave` ones hide the others, never the other way round. */
export const trackNotices: Overlay = {
  id: 'track-notices',
  sources: { [TRACK_NOTICES]: { type: 'geojson', data: NO_FEATURES, buffer: 64 } },
  layers: ({ flavour }) => [
    {
      id: TRACK_NOTICES,
      type: 'symbol',
      source: TRACK_NOTICES,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'mark']),
        'icon-anchor': 'bottom',
        'icon-padding': 0,
        // A stay at the same place is seen below it.
        'icon-ignore-placement': true,
        'symbol-sort-key': ['case', ['get', 'grave'], 0, 1],
      },
    },
  ],
};
