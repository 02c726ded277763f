import type {
  DataDrivenPropertyValueSpecification,
  LayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { REFERENCE_ZOOM } from '../courses/overprint-features.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { type MapPalette, PALETTES } from '../style/palette.ts';
import { REGULAR } from './fonts.ts';

export const COURSES = 'courses';
/** Below the first zoom an overprint has its minimum size; above the last one the camera does not go. */
const ZOOMS = Array.from({ length: 15 }, (_, index) => 8 + index);
/** Height of a digit as a share of the font size. */
const DIGIT_HEIGHT = 0.72;
/** Pixels. */
const MIN_FONT_SIZE = 10;
const MIN_LINE_WIDTH = 1.2;
export const MIN_DIGIT_HEIGHT = MIN_FONT_SIZE * DIGIT_HEIGHT;
const OPACITY: DataDrivenPropertyValueSpecification<number> = ['case', ['get', 'muted'], 0.45, 1];

/** Pixels of the halo on each side of a line. */
const HALO = 1;

/** The overprint of courses on the base map, in the colors of the theme. */
export const coursesOnBase: Overlay = {
  ...{ id: 'courses', sources: sources() },
  layers: ({ course }) => layersOf(course),
};

/** The same on a map of its event, which has the bright colors of paper in every theme. */
export const coursesOnPaper: Overlay = {
  ...{ id: 'courses', sources: sources() },
  layers: () => layersOf(PALETTES.light.course),
};

function sources(): Overlay['sources'] {
  return { [COURSES]: { type: 'geojson', data: NO_FEATURES, tolerance: 0 } };
}

/** True to scale, but not smaller than it can be read. */
function layersOf({ line, halo, selected }: MapPalette['course']): readonly LayerSpecification[] {
  return [
    {
      id: 'course-selection',
      type: 'line',
      source: COURSES,
      filter: ['all', ['==', ['get', 'role'], 'line'], ['get', 'selected']],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': selected,
        'line-opacity': 0.45,
        'line-width': sizeByZoom(['*', ['get', 'size'], 4], 7),
      },
    },
    {
      id: 'course-halo',
      type: 'line',
      source: COURSES,
      filter: ['all', ['==', ['get', 'role'], 'line'], ['!', ['get', 'muted']]],
      paint: {
        'line-color': halo,
        'line-opacity': 0.6,
        'line-width': sizeByZoom(['get', 'size'], MIN_LINE_WIDTH, 2 * HALO),
      },
    },
    {
      id: 'course-lines',
      type: 'line',
      source: COURSES,
      filter: ['==', ['get', 'role'], 'line'],
      paint: {
        'line-color': line,
        'line-opacity': OPACITY,
        'line-width': sizeByZoom(['get', 'size'], MIN_LINE_WIDTH),
      },
    },
    {
      id: 'course-numbers',
      type: 'symbol',
      source: COURSES,
      filter: ['==', ['get', 'role'], 'number'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': REGULAR,
        'text-size': sizeByZoom(['/', ['get', 'size'], DIGIT_HEIGHT], MIN_FONT_SIZE),
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: {
        'text-color': line,
        'text-opacity': OPACITY,
        'text-halo-color': halo,
        'text-halo-width': 1,
      },
    },
  ];
}

/** Pixels that double with each zoom level, from a size at the reference zoom, but at least `min`; `more` is added. */
function sizeByZoom(
  size: ['get', string] | ['*' | '/', ['get', string], number],
  min: number,
  more = 0,
): DataDrivenPropertyValueSpecification<number> {
  const stops = ZOOMS.flatMap((zoom) => [
    zoom,
    ['+', more, ['max', min, ['*', size, 2 ** (zoom - REFERENCE_ZOOM)]]],
  ]);
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    ...stops,
  ] as DataDrivenPropertyValueSpecification<number>;
}
