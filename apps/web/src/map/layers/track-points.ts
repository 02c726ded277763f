import { NO_FEATURES, type Overlay } from '../overlay.ts';

export const TRACK_POINTS = 'track-points';
/** From this zoom on single fixes can be told apart. */
export const TRACK_POINTS_ZOOM = 14;

/** The fixes of a track where the map is near enough, and its stays. */
export const trackPoints: Overlay = {
  id: 'track-points',
  sources: { [TRACK_POINTS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ accent, casing }) => [
    {
      id: TRACK_POINTS,
      type: 'circle',
      source: TRACK_POINTS,
      minzoom: TRACK_POINTS_ZOOM,
      paint: {
        'circle-radius': 4,
        'circle-color': casing,
        'circle-stroke-color': accent,
        'circle-stroke-width': 1.5,
      },
    },
  ],
};
