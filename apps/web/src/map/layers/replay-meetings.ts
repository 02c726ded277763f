import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD } from './fonts.ts';

export const REPLAY_MEETINGS = 'replay-meetings';
/** The layer that is clicked. */
export const MEETING_RINGS = 'replay-meeting-rings';

/** Where two devices of a replay met: numbered as in the list (`number`). */
export const replayMeetings: Overlay = {
  id: 'replay-meetings',
  sources: { [REPLAY_MEETINGS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ accent, label }) => [
    {
      id: MEETING_RINGS,
      type: 'circle',
      source: REPLAY_MEETINGS,
      paint: {
        'circle-radius': 10,
        'circle-color': label.ground,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'replay-meeting-numbers',
      type: 'symbol',
      source: REPLAY_MEETINGS,
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
