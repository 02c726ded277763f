import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const SPIDER_LEGS = 'spider-legs';

/** Lines from a cluster to the markers spread out from it. */
export const spiderLegs: Overlay = {
  id: 'spider-legs',
  sources: { [SPIDER_LEGS]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ label }) => [
    {
      id: SPIDER_LEGS,
      type: 'line',
      source: SPIDER_LEGS,
      paint: { 'line-color': label.text, 'line-width': 1.2, 'line-opacity': 0.6 },
    },
  ],
};
