import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Overlay } from '../style/overlay.ts';
import { DEVICES, devicesSource } from './devices.ts';

const whenSelected = (yes: number, no: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'selected'], false],
  yes,
  no,
];

/** A ring around the selected marker. */
export const selected: Overlay = {
  id: 'selected',
  sources: devicesSource,
  layers: ({ accent, casing }) => [
    {
      id: 'device-selected',
      type: 'circle',
      source: DEVICES,
      paint: {
        'circle-radius': 23,
        'circle-color': accent,
        'circle-opacity': whenSelected(0.18, 0),
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.5,
        'circle-stroke-opacity': whenSelected(1, 0),
      },
    },
    {
      id: 'device-selected-edge',
      type: 'circle',
      source: DEVICES,
      paint: {
        'circle-radius': 25.5,
        'circle-opacity': 0,
        'circle-stroke-color': casing,
        'circle-stroke-width': 1.5,
        'circle-stroke-opacity': whenSelected(0.9, 0),
      },
    },
  ],
};
