import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';

/** Pieces of the line; their feature state `travelled` says which lie behind the marker. */
export const TRACK = 'track';
/** Lines across gaps. */
export const TRACK_GAPS = 'track-gaps';
/** The pieces that are travelled in part: at the marker, and at the end of its wake. */
export const TRACK_PARTIAL_LINES = 'track-parts';
/** First and last fix. */
export const TRACK_ENDS = 'track-ends';

const collection = { type: 'geojson', data: NO_FEATURES } as const;
/** A line without width has no pixels: one that is only transparent costs as much as one that is seen. */
const whenTravelled = (yes: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'travelled'], false],
  yes,
  0,
];

/** Of its device where that has one, of what is shown along the line, or the plain one. */
function lineColor({ classes, trackRest }: MapPalette, plain: string): ExpressionSpecification {
  return [
    'case',
    ['has', 'class'],
    ['match', ['get', 'class'], ...classes.flatMap((color, index) => [index, color]), trackRest],
    ['to-color', ['get', 'color'], plain],
  ] as unknown as ExpressionSpecification;
}

/** Tracks in replay: all of it thin, what was travelled strong, gaps dashed, flags at the ends. */
export const track: Overlay = {
  id: 'track',
  sources: {
    [TRACK]: collection,
    [TRACK_GAPS]: collection,
    [TRACK_PARTIAL_LINES]: collection,
    [TRACK_ENDS]: collection,
  },
  layers: (palette) => {
    const { flavour, accent, casing, trackRest, trackGap } = palette;
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
    return [
      {
        id: 'track-gaps',
        type: 'line',
        source: TRACK_GAPS,
        paint: {
          'line-color': ['to-color', ['get', 'color'], trackGap],
          'line-width': 1.5,
          'line-dasharray': [2, 3],
        },
      },
      {
        id: 'track-rest',
        type: 'line',
        source: TRACK,
        layout: round,
        paint: {
          'line-color': lineColor(palette, trackRest),
          'line-width': 2,
          // A device's own colour is strong where it was travelled only.
          'line-opacity': ['case', ['has', 'color'], 0.45, 1],
        },
      },
      {
        id: 'track-travelled-edge',
        type: 'line',
        source: TRACK,
        layout: round,
        paint: { 'line-color': casing, 'line-width': whenTravelled(6), 'line-opacity': 0.85 },
      },
      {
        id: 'track-parts-edge',
        type: 'line',
        source: TRACK_PARTIAL_LINES,
        layout: round,
        paint: { 'line-color': casing, 'line-width': 6, 'line-opacity': 0.85 },
      },
      {
        id: 'track-travelled',
        type: 'line',
        source: TRACK,
        layout: round,
        paint: { 'line-color': lineColor(palette, accent), 'line-width': whenTravelled(3.5) },
      },
      {
        id: 'track-parts',
        type: 'line',
        source: TRACK_PARTIAL_LINES,
        layout: round,
        paint: { 'line-color': lineColor(palette, accent), 'line-width': 3.5 },
      },
      {
        id: 'track-ends',
        type: 'symbol',
        source: TRACK_ENDS,
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
          'icon-allow-overlap': true,
        },
      },
    ];
  },
};
