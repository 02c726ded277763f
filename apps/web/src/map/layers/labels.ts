import type { ExpressionSpecification, SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { imageExpression, writeImageSubject } from '../icons/images.ts';
import type { Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';
import { DEVICES, devicesSource } from './devices.ts';
import { BOLD, REGULAR } from './fonts.ts';

export type LabelMode = 'single' | 'detailed' | 'hidden';

type VisibleLabelMode = Exclude<LabelMode, 'hidden'>;

/**
 * The labels of the specification: a box of 24 px with bold text of 10 px and 14 px of padding, or several lines of
 * 18 px of which the first is bold and larger. A label that would overlap another one, or a marker, is hidden.
 */
export function labels(mode: VisibleLabelMode): Overlay {
  return {
    id: 'labels',
    sources: devicesSource,
    layers: (palette) => [labelLayer('device-labels', mode, false, palette)],
  };
}

/** Labels of devices in SOS: always visible, so they lie above markers and clusters. */
export function sosLabels(mode: VisibleLabelMode): Overlay {
  return {
    id: 'labels-sos',
    sources: devicesSource,
    layers: (palette) => [labelLayer('device-labels-sos', mode, true, palette)],
  };
}

function labelLayer(
  id: string,
  mode: VisibleLabelMode,
  sos: boolean,
  { flavour, label }: MapPalette,
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source: DEVICES,
    filter: ['==', ['get', 'sos'], sos],
    layout: {
      ...textExpression(mode),
      'text-size': 10,
      'text-max-width': 40,
      'text-anchor': 'bottom',
      'text-offset': [0, -2.9],
      'icon-image': imageExpression(flavour, writeImageSubject(['label'])),
      'icon-text-fit': 'both',
      'icon-text-fit-padding': mode === 'single' ? [6, 7, 6, 7] : [4, 8, 4, 8],
      'text-padding': 1,
      'icon-padding': 1,
      'text-allow-overlap': sos,
      'icon-allow-overlap': sos,
      // The labels of moving devices are placed first.
      'symbol-sort-key': ['-', ['get', 'rank']],
    },
    paint: { 'text-color': label.text, 'icon-opacity': 0.8 },
  };
}

/**
 * Zero-width text in the large size: the largest text of a line sets its height and baseline, so this makes all lines
 * equal. A space does not work, because the engine trims it.
 */
const STRUT = '\u200b';
const LARGE = 1.2;

function textExpression(mode: VisibleLabelMode): NonNullable<SymbolLayerSpecification['layout']> {
  if (mode === 'single') return { 'text-field': ['get', 'name'], 'text-font': BOLD, 'text-line-height': 1.2 };
  const ifPresent = (name: string, text: ExpressionSpecification | string): ExpressionSpecification => [
    'case',
    ['==', ['get', name], ''],
    '',
    text,
  ];
  return {
    'text-field': [
      'format',
      ['get', 'name'],
      { 'font-scale': LARGE, 'text-font': ['literal', BOLD] },
      ifPresent('second', ['concat', '\n', ['get', 'second']]),
      {},
      ifPresent('second', STRUT),
      { 'font-scale': LARGE },
      ifPresent('third', ['concat', '\n', ['get', 'third']]),
      {},
      ifPresent('third', STRUT),
      { 'font-scale': LARGE },
    ],
    'text-font': REGULAR,
    // 18 px for the large text of 12 px.
    'text-line-height': 1.5,
    'text-justify': 'left',
  };
}
