import { imageExpression } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const CLUSTERS = 'clusters';

/** Clusters: the number of devices in a ring that shows the mix of their statuses. */
export const clusters: Overlay = {
  id: 'clusters',
  sources: { [CLUSTERS]: { type: 'geojson', data: NO_FEATURES, buffer: 64 } },
  layers: ({ flavour, label }) => [
    {
      id: CLUSTERS,
      type: 'symbol',
      source: CLUSTERS,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'image']),
        'icon-allow-overlap': true,
        'icon-padding': 0,
        'text-field': ['get', 'text'],
        'text-font': BOLD,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': label.text },
    },
  ],
};
