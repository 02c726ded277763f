import type { SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';
import { BOLD, REGULAR } from './fonts.ts';

export const MEASURE = 'measure';

/**
 * Measured values as text: segment lengths above the midpoints, which can be dragged, if there is space; the total
 * always.
 */
export const measure: Overlay = {
  id: 'measure',
  sources: { [MEASURE]: { type: 'geojson', data: NO_FEATURES } },
  layers: (palette) => [
    textLayer('segment', palette, {
      'text-font': REGULAR,
      'text-size': 11,
      'text-offset': [0, -1.5],
      'text-padding': 2,
    }),
    textLayer('total', palette, {
      'text-font': BOLD,
      'text-size': 13,
      'text-anchor': ['get', 'anchor'],
      'text-offset': [
        'match',
        ['get', 'anchor'],
        'left',
        ['literal', [1.2, 0]],
        'right',
        ['literal', [-1.2, 0]],
        ['literal', [0, 0]],
      ],
      'text-allow-overlap': true,
      'icon-allow-overlap': true,
      'text-ignore-placement': true,
      'icon-ignore-placement': true,
    }),
  ],
};

function textLayer(
  role: 'segment' | 'total',
  { flavour, label }: MapPalette,
  layout: NonNullable<SymbolLayerSpecification['layout']>,
): SymbolLayerSpecification {
  return {
    id: `measure-${role}`,
    type: 'symbol',
    source: MEASURE,
    filter: ['==', ['get', 'role'], role],
    layout: {
      ...layout,
      'text-field': ['get', 'text'],
      'icon-image': imageExpression(flavour, writeImageSubject(['label'])),
      'icon-text-fit': 'both',
      'icon-text-fit-padding': [2, 5, 2, 5],
    },
    paint: { 'text-color': label.text, 'icon-opacity': 0.9 },
  };
}
