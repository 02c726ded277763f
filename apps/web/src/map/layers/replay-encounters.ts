import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const REPLAY_ENCOUNTERS = 'replay-encounters';
/** The layer whose features a pointer hits. */
export const ENCOUNTER_RINGS = 'replay-encounter-rings';

/** Where two devices of a replay met, numbered as in the list (`number`). */
export const replayEncounters: Overlay = {
  id: 'replay-encounters',
  sources: { [REPLAY_ENCOUNTERS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ accent, label }) => [
    {
      id: ENCOUNTER_RINGS,
      type: 'circle',
      source: REPLAY_ENCOUNTERS,
      paint: {
        'circle-radius': 10,
        'circle-color': label.ground,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'replay-encounter-numbers',
      type: 'symbol',
      source: REPLAY_ENCOUNTERS,
      layout: {
        'text-field': ['to-string', ['get', 'number']],
        'text-font': BOLD,
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': label.text },
    },
  ],
};
