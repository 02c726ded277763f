import { GRATICULE_ZOOM } from '../base/graticule.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const GRATICULE = 'graticule';

/** Meridians and parallels where the built-in map has no detail, so that movement is visible. */
export const graticuleOverlay: Overlay = {
  id: 'graticule',
  sources: { [GRATICULE]: { type: 'geojson', data: NO_FEATURES, tolerance: 0 } },
  layers: ({ world }) => [
    {
      id: GRATICULE,
      type: 'line',
      source: GRATICULE,
      minzoom: GRATICULE_ZOOM,
      paint: { 'line-color': world.coast, 'line-width': 0.75, 'line-opacity': 0.45 },
    },
    {
      id: 'graticule-names',
      type: 'symbol',
      source: GRATICULE,
      minzoom: GRATICULE_ZOOM,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 600,
        'text-field': ['get', 'name'],
        'text-font': REGULAR,
        'text-size': 10,
        'text-offset': [0, -0.7],
      },
      paint: { 'text-color': world.oceanLabel, 'text-opacity': 0.8 },
    },
  ],
};
