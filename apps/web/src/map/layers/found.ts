import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const FOUND = 'found';

/** A search result: a point, or the outline of a result with an extent. */
export const found: Overlay = {
  id: 'found',
  sources: { [FOUND]: { type: 'geojson', data: NO_FEATURES } },
  layers: ({ accent, flavour }) => [
    {
      id: 'found-outline',
      type: 'line',
      source: FOUND,
      filter: ['==', ['geometry-type'], 'Polygon'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'found-target',
      type: 'symbol',
      source: FOUND,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'icon-image': imageExpression(flavour, writeImageSubject(['target'])),
        'icon-anchor': 'bottom',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
  ],
};
