import { imageExpression } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const TRACK_NOTICES = 'track-notices';

/** Notices at their positions on a track; `critical` ones hide the others, never the reverse. */
export const trackNotices: Overlay = {
  id: 'track-notices',
  sources: { [TRACK_NOTICES]: { type: 'geojson', data: NO_FEATURES, buffer: 64 } },
  layers: ({ flavour }) => [
    {
      id: TRACK_NOTICES,
      type: 'symbol',
      source: TRACK_NOTICES,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'marker']),
        'icon-anchor': 'bottom',
        'icon-padding': 0,
        // A stay at the same position is drawn below it.
        'icon-ignore-placement': true,
        'symbol-sort-key': ['case', ['get', 'critical'], 0, 1],
      },
    },
  ],
};
