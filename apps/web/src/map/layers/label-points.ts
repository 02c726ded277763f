import { imageExpression } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const LABEL_POINTS = 'label-points';
/** The layer whose features a pointer hits. */
export const LABEL_POINT_ICONS = 'label-point-icons';

/** From this zoom all points are drawn even if they overlap; below it, overlapping ones are hidden. */
const ALL_ZOOM = 12;

/** Labelled points: an icon of 30 px and a name, which is hidden if it would overlap. */
export const labelPoints: Overlay = {
  id: 'label-points',
  sources: { [LABEL_POINTS]: { type: 'geojson', data: NO_FEATURES, buffer: 64 } },
  layers: ({ flavour, label }) => [
    {
      id: LABEL_POINT_ICONS,
      type: 'symbol',
      source: LABEL_POINTS,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'icon']),
        'icon-allow-overlap': ['step', ['zoom'], false, ALL_ZOOM, true],
        'icon-padding': 0,
        'text-field': ['get', 'name'],
        'text-font': REGULAR,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1.35],
        'text-max-width': 10,
        'text-optional': true,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 },
    },
  ],
};
