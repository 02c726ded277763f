import type { ExpressionSpecification, SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { imageExpression, writeImageSubject } from '../icons/images.ts';
import type { Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';
import { DEVICES, devicesSource } from './devices.ts';
import { BOLD, REGULAR } from './fonts.ts';

export type LabelMode = 'single' | 'detailed' | 'hidden';

type VisibleLabelMode = Exclude<LabelMode, 'hidden'>;

/**
 * The specification's label: a box of 24 px with 14 px beside its bold text of 10 px, or several lines of 18 px of
 * which the first is bold and larger. A label that would cover another one, or a marker, waits for more room.
 */
export function labels(mode: VisibleLabelMode): Overlay {
  return {
    id: 'labels',
    sources: devicesSource,
    layers: (palette) => [labelLayer('device-labels', mode, false, palette)],
  };
}

/** The labels of devices in SOS: they are read whatever they cover, so they lie above markers and clusters. */
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
      // The names of what moves are placed first.
      'symbol-sort-key': ['-', ['get', 'rank']],
    },
    paint: { 'text-color': label.text, 'icon-opacity': 0.8 },
  };
}

/**
 * A line is as high, and its text as low in it, as its largest text wants: the others take this along, unseen, so that all are like
 * the first. No space: those at the ends of a line the engine takes away.
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
    // Of the large text of 12 px: 18 px.
    'text-line-height': 1.5,
    'text-justify': 'left',
  };
}
