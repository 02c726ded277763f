import { imageIn } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../overlay.ts';
import { BOLD } from './fonts.ts';

export const TRACK_CURSOR = 'track-cursor';

/** The marker that moves along a track: turned by its course, without a nose where it stands, hollow in a gap. */
export const trackCursor: Overlay = {
  id: 'track-cursor',
  sources: { [TRACK_CURSOR]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ flavour, label }) => [
    {
      id: 'track-cursor-label',
      type: 'symbol',
      source: TRACK_CURSOR,
      filter: ['has', 'label'],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': BOLD,
        'text-size': 12,
        'text-anchor': 'bottom',
        'text-offset': [0, -1.8],
        'text-padding': 1,
      },
      paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 2 },
    },
    {
      id: 'track-cursor-body',
      type: 'symbol',
      source: TRACK_CURSOR,
      layout: {
        'icon-image': imageIn(flavour, ['get', 'body']),
        'icon-rotate': ['get', 'course'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'track-cursor-glyph',
      type: 'symbol',
      source: TRACK_CURSOR,
      layout: {
        'icon-image': imageIn(flavour, ['get', 'glyph']),
        'icon-rotate': ['get', 'turn'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
  ],
};
