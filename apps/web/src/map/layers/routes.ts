import type { SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD, REGULAR } from './fonts.ts';

export const ROUTES = 'routes';
export const ROUTE_FLAGS = 'route-flags';
/** The layer whose features a pointer hits. */
export const ROUTE_LINES = 'route-lines';

/** From this zoom all flags are drawn even if they overlap; below it, overlapping ones are hidden. */
const FLAGS_ZOOM = 11;

/** Routes: lines in their own colour and width with their names along them, and flags at both ends. */
export const routes: Overlay = {
  id: 'routes',
  sources: {
    [ROUTES]: { type: 'geojson', data: NO_FEATURES, tolerance: 0.5, buffer: 64 },
    [ROUTE_FLAGS]: { type: 'geojson', data: NO_FEATURES, buffer: 64 },
  },
  layers: ({ flavour, casing, label }) => {
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
    const halo = { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 };
    const names = {
      'text-field': ['get', 'name'],
      'text-font': REGULAR,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, 0.5],
      'text-max-width': 10,
    } satisfies SymbolLayerSpecification['layout'];
    return [
      {
        id: 'route-casings',
        type: 'line',
        source: ROUTES,
        layout: round,
        paint: { 'line-color': casing, 'line-width': ['+', ['get', 'weight'], 3], 'line-opacity': 0.75 },
      },
      {
        id: ROUTE_LINES,
        type: 'line',
        source: ROUTES,
        layout: round,
        paint: { 'line-color': ['get', 'color'], 'line-width': ['get', 'weight'] },
      },
      {
        id: 'route-names',
        type: 'symbol',
        source: ROUTES,
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-field': ['get', 'name'],
          'text-font': BOLD,
          'text-size': 12,
          'text-offset': [0, -1],
          'text-max-angle': 35,
        },
        paint: halo,
      },
      {
        id: 'route-vias',
        type: 'circle',
        source: ROUTE_FLAGS,
        filter: ['==', ['get', 'end'], 'via'],
        minzoom: FLAGS_ZOOM - 2,
        paint: {
          'circle-radius': 5,
          'circle-color': label.ground,
          'circle-stroke-color': ['get', 'color'],
          'circle-stroke-width': 3,
        },
      },
      {
        id: 'route-flags',
        type: 'symbol',
        source: ROUTE_FLAGS,
        filter: ['!=', ['get', 'end'], 'via'],
        layout: {
          'icon-image': imageExpression(flavour, [
            'match',
            ['get', 'end'],
            'start',
            writeImageSubject(['flag', 'start']),
            writeImageSubject(['flag', 'end']),
          ]),
          'icon-anchor': 'bottom-left',
          'icon-offset': [-4, 3],
          'icon-allow-overlap': ['step', ['zoom'], false, FLAGS_ZOOM, true],
          ...names,
          'text-optional': true,
        },
        paint: halo,
      },
      {
        id: 'route-via-names',
        type: 'symbol',
        source: ROUTE_FLAGS,
        filter: ['==', ['get', 'end'], 'via'],
        minzoom: FLAGS_ZOOM - 2,
        layout: names,
        paint: halo,
      },
    ];
  },
};
