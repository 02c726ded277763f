import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import { imageExpression, writeImageSubject } from '../icons/images.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';

/** Segments of the line; their feature state `travelled` selects those behind the marker. */
export const TRACK = 'track';
/** Lines across gaps. */
export const TRACK_GAPS = 'track-gaps';
/** Segments that are only partly travelled: at the marker, and at the end of its trail. */
export const TRACK_PARTIAL_LINES = 'track-partial';
/** First and last fix. */
export const TRACK_ENDS = 'track-ends';

const collection = { type: 'geojson', data: NO_FEATURES } as const;
/** Width 0 draws no pixels, whereas a transparent line costs as much as a visible one. */
const whenTravelled = (yes: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'travelled'], false],
  yes,
  0,
];

/** The colour of the class if a value is displayed along the line, else that of the device, else `plain`. */
function lineColor({ classes, trackRest }: MapPalette, plain: string): ExpressionSpecification {
  return [
    'case',
    ['has', 'class'],
    ['match', ['get', 'class'], ...classes.flatMap((color, index) => [index, color]), trackRest],
    ['to-color', ['get', 'color'], plain],
  ] as unknown as ExpressionSpecification;
}

/** Tracks in replay: thin, with the travelled part strong, gaps dashed, and flags at both ends. */
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
          // The device colour is strong only on the travelled part.
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
        id: 'track-partial-edge',
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
        id: 'track-partial',
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
