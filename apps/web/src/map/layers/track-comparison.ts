import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

/** The raw track, as received, for comparison with the corrected one. */
export const TRACK_RAW = 'track-raw';
/** The route along the roads (map matching). */
export const TRACK_ROADS = 'track-roads';
/** The selected time range. */
export const TRACK_SPAN = 'track-span';

const collection = { type: 'geojson', data: NO_FEATURES } as const;
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** Below the track of a replay: the selected range, the raw fixes, the roads. */
export const trackComparison: Overlay = {
  id: 'track-comparison',
  sources: { [TRACK_RAW]: collection, [TRACK_ROADS]: collection, [TRACK_SPAN]: collection },
  layers: ({ accent, road, label, casing }) => [
    {
      id: TRACK_SPAN,
      type: 'line',
      source: TRACK_SPAN,
      layout: round,
      paint: { 'line-color': accent, 'line-width': 14, 'line-opacity': 0.3 },
    },
    {
      id: 'track-roads-edge',
      type: 'line',
      source: TRACK_ROADS,
      layout: round,
      paint: { 'line-color': casing, 'line-width': 8, 'line-opacity': 0.85 },
    },
    {
      id: TRACK_ROADS,
      type: 'line',
      source: TRACK_ROADS,
      layout: round,
      paint: { 'line-color': road, 'line-width': 5 },
    },
    {
      id: TRACK_RAW,
      type: 'line',
      source: TRACK_RAW,
      layout: round,
      paint: { 'line-color': label.text, 'line-width': 1, 'line-opacity': 0.6 },
    },
  ],
};
