import { imageIn } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../overlay.ts';

export const TRACK_CURSOR = 'track-cursor';

/** The marker that moves along a track: turned by its course, without a nose where it stands, hollow in a gap. */
export const trackCursor: Overlay = {
  id: 'track-cursor',
  sources: { [TRACK_CURSOR]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ flavour }) => [
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
