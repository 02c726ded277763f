import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const TRACK_HOVER = 'track-hover';

/** The point of a track that is hovered in a chart, a table or on the map. */
export const trackHover: Overlay = {
  id: 'track-hover',
  sources: { [TRACK_HOVER]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ accent, casing }) => [
    {
      id: TRACK_HOVER,
      type: 'circle',
      source: TRACK_HOVER,
      paint: {
        'circle-radius': 6,
        'circle-color': casing,
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    },
  ],
};
