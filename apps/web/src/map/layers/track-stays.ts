import { imageIn, imageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../overlay.ts';

export const TRACK_STAYS = 'track-stays';

/** Places where a tracker stayed. */
export const trackStays: Overlay = {
  id: 'track-stays',
  sources: { [TRACK_STAYS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ flavour }) => [
    {
      id: TRACK_STAYS,
      type: 'symbol',
      source: TRACK_STAYS,
      layout: {
        'icon-image': imageIn(flavour, imageSubject(['stay'])),
        'icon-padding': 0,
        // The longest stay of those that lie together is shown.
        'symbol-sort-key': ['-', ['get', 'ms']],
      },
    },
  ],
};
