import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const TRACK_POINTS = 'track-points';
/** From this zoom single fixes are distinguishable. */
export const TRACK_POINTS_ZOOM = 14;

/** The fixes of a track at high zoom. */
export const trackPoints: Overlay = {
  id: 'track-points',
  sources: { [TRACK_POINTS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ label }) => [
    {
      id: TRACK_POINTS,
      type: 'circle',
      source: TRACK_POINTS,
      minzoom: TRACK_POINTS_ZOOM,
      paint: {
        // The specification's radius of 4 includes the outline.
        'circle-radius': 3,
        'circle-color': label.ground,
        'circle-stroke-color': label.text,
        'circle-stroke-width': 1,
      },
    },
  ],
};
