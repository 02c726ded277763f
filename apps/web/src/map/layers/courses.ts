import type { DataDrivenPropertyValueSpecification } from '@maplibre/maplibre-gl-style-spec';
import { REFERENCE_ZOOM } from '../courses/overprint-features.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const COURSES = 'courses';
/** Below the first zoom an overprint has its minimum size; above the last one the camera does not go. */
const ZOOMS = Array.from({ length: 15 }, (_, index) => 8 + index);
/** Height of a digit as a share of the font size. */
const DIGIT_HEIGHT = 0.72;
const OPACITY: DataDrivenPropertyValueSpecification<number> = ['case', ['get', 'muted'], 0.45, 1];

/** The overprint of courses: true to scale, but not smaller than it can be read. */
export const courses: Overlay = {
  id: 'courses',
  sources: { [COURSES]: { type: 'geojson', data: NO_FEATURES, tolerance: 0 } },
  layers: ({ course, label }) => [
    {
      id: 'course-selection',
      type: 'line',
      source: COURSES,
      filter: ['all', ['==', ['get', 'role'], 'line'], ['get', 'selected']],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': course.selected,
        'line-opacity': 0.45,
        'line-width': sizeByZoom(['*', ['get', 'size'], 4], 7),
      },
    },
    {
      id: 'course-lines',
      type: 'line',
      source: COURSES,
      filter: ['==', ['get', 'role'], 'line'],
      paint: {
        'line-color': course.line,
        'line-opacity': OPACITY,
        'line-width': sizeByZoom(['get', 'size'], 1.2),
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
        'text-size': sizeByZoom(['/', ['get', 'size'], DIGIT_HEIGHT], 10),
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: {
        'text-color': course.line,
        'text-opacity': OPACITY,
        'text-halo-color': label.ground,
        'text-halo-width': 1,
      },
    },
  ],
};

/** Pixels that double with each zoom level, from a size at the reference zoom, but at least `min`. */
function sizeByZoom(
  size: ['get', string] | ['*' | '/', ['get', string], number],
  min: number,
): DataDrivenPropertyValueSpecification<number> {
  const stops = ZOOMS.flatMap((zoom) => [zoom, ['max', min, ['*', size, 2 ** (zoom - REFERENCE_ZOOM)]]]);
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    ...stops,
  ] as DataDrivenPropertyValueSpecification<number>;
}
