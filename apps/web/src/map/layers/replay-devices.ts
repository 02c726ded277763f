import { imageIn } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../overlay.ts';
import { BOLD } from './fonts.ts';

export const REPLAY_DEVICES = 'replay-devices';
/** The layer that is clicked. */
export const REPLAY_MARKS = 'replay-device-marks';

/**
 * The devices of a replay of many, each a point with `mark`, an image of its number, `nose`, an image or nothing, `course`, `name`, and `rank`: the
 * lower it is, the higher it lies. All marks are seen; names make way for one another, those of the first are placed first.
 */
export const replayDevices: Overlay = {
  id: 'replay-devices',
  sources: { [REPLAY_DEVICES]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ flavour, label }) => {
    return [
      {
        id: 'replay-device-names',
        type: 'symbol',
        source: REPLAY_DEVICES,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': BOLD,
          'text-size': 12,
          'text-max-width': 14,
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 1.5,
          'text-padding': 1,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 },
      },
      {
        id: 'replay-device-noses',
        type: 'symbol',
        source: REPLAY_DEVICES,
        filter: ['!=', ['get', 'nose'], ''],
        layout: {
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-image': imageIn(flavour, ['get', 'nose']),
          'icon-rotate': ['get', 'course'],
          'icon-rotation-alignment': 'map',
          'symbol-sort-key': ['-', ['get', 'rank']],
        },
      },
      {
        id: REPLAY_MARKS,
        type: 'symbol',
        source: REPLAY_DEVICES,
        layout: {
          // Marks give way to nothing, and names to them.
          'icon-allow-overlap': true,
          'icon-padding': 0,
          'icon-image': imageIn(flavour, ['get', 'mark']),
          'symbol-sort-key': ['-', ['get', 'rank']],
        },
      },
    ];
  },
};
