import { imageExpression } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const DEVICES = 'devices';
/** The layer whose features a pointer hits. */
export const DEVICE_BODIES = 'device-bodies';

/**
 * Source of unclustered markers: clustering happens before, so the source contains little more than what is visible.
 */
export const devicesSource = {
  [DEVICES]: { type: 'geojson', data: NO_FEATURES, buffer: 64 },
} as const;

/** Markers: the body in the colour and shape of the status, rotated to the course, with the icon on it. */
export const devices: Overlay = {
  id: 'devices',
  sources: devicesSource,
  layers: ({ flavour }) => [
    {
      id: DEVICE_BODIES,
      type: 'symbol',
      source: DEVICES,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'body']),
        'icon-rotate': ['get', 'course'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        // The icon reserves space against labels: its box stays small when rotated, that of the body would not.
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'rank'],
      },
    },
    {
      id: 'device-glyphs',
      type: 'symbol',
      source: DEVICES,
      layout: {
        'icon-image': imageExpression(flavour, ['get', 'glyph']),
        'icon-rotate': ['get', 'rotation'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-padding': 2,
        'symbol-sort-key': ['get', 'rank'],
      },
    },
  ],
};
