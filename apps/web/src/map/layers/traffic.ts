import { imageExpression } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const TRAFFIC = 'traffic';
/** The layer whose features a pointer hits. */
export const TRAFFIC_ICONS = 'traffic-icons';

/** From this zoom objects have names, where these cover nothing. */
const NAME_ZOOM = 11;

/** Objects of feeds that are no devices: small hollow icons in a neutral colour. */
export const traffic: Overlay = {
  id: 'traffic',
  sources: { [TRAFFIC]: { type: 'geojson', data: NO_FEATURES, buffer: 32 } },
  layers: ({ flavour, label }) => [
    {
      id: TRAFFIC_ICONS,
      type: 'symbol',
      source: TRAFFIC,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'icon']),
        'icon-rotate': ['get', 'course'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['step', ['zoom'], '', NAME_ZOOM, ['get', 'name']],
        'text-font': REGULAR,
        'text-size': 11,
        'text-anchor': 'top',
        'text-offset': [0, 0.9],
        'text-optional': true,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.2 },
    },
  ],
};
