import type { DataDrivenPropertyValueSpecification } from '@maplibre/maplibre-gl-style-spec';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { REGULAR } from './fonts.ts';

export const RACE_COURSE_LINES = 'race-course-lines';
export const RACE_COURSE_POINTS = 'race-course-points';

/** Highest zoom of the expressions below; the map has none above. */
const MAX_ZOOM = 24;
/** Pixels: a smaller circle could not be seen. */
const MIN_RADIUS = 7;
/** The inner circle of a finish, as a share of the outer one. */
const INNER_CIRCLE = 0.62;

const of = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', ['get', string], string];

/** Pixels that double with each zoom, so that a circle has its radius in metres, from a minimum on. */
function circleRadius(share: number): DataDrivenPropertyValueSpecification<number> {
  const stops = Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => [
    zoom,
    ['*', share, ['max', MIN_RADIUS, ['*', ['get', 'radius'], 2 ** zoom]]],
  ]).flat();
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    ...stops,
  ] as DataDrivenPropertyValueSpecification<number>;
}

/** The courses of a race: legs or the road, circles in which points are passed, and lines that are crossed. */
export const raceCourses: Overlay = {
  id: 'race-courses',
  sources: {
    [RACE_COURSE_LINES]: { type: 'geojson', data: NO_FEATURES },
    [RACE_COURSE_POINTS]: { type: 'geojson', data: NO_FEATURES, buffer: 128 },
  },
  layers: ({ course: { line, halo } }) => {
    const ring = (id: string, share: number, filter: ['==', ['get', string], string] | null) => ({
      id,
      type: 'circle' as const,
      source: RACE_COURSE_POINTS,
      filter: filter ?? (['has', 'radius'] as ['has', string]),
      paint: {
        'circle-radius': circleRadius(share),
        'circle-color': line,
        'circle-opacity': 0.08,
        'circle-stroke-color': line,
        'circle-stroke-width': 2,
      },
    });
    return [
      {
        id: 'race-course-halo',
        type: 'line',
        source: RACE_COURSE_LINES,
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': halo, 'line-opacity': 0.6, 'line-width': 6 },
      },
      {
        id: 'race-course-legs',
        type: 'line',
        source: RACE_COURSE_LINES,
        filter: of('leg'),
        layout: { 'line-join': 'round' },
        paint: { 'line-color': line, 'line-opacity': 0.75, 'line-width': 2.5 },
      },
      {
        id: 'race-course-gates',
        type: 'line',
        source: RACE_COURSE_LINES,
        filter: of('gate'),
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': line, 'line-width': 4 },
      },
      ring('race-course-circles', 1, null),
      ring('race-course-finish', INNER_CIRCLE, of('finish')),
      {
        id: 'race-course-starts',
        type: 'circle',
        source: RACE_COURSE_POINTS,
        filter: of('start'),
        paint: { 'circle-radius': 4, 'circle-color': line },
      },
      {
        id: 'race-course-labels',
        type: 'symbol',
        source: RACE_COURSE_POINTS,
        layout: {
          'text-field': ['get', 'label'],
          'text-font': REGULAR,
          'text-size': 13,
          'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
          'text-radial-offset': 1,
          'text-max-width': 12,
        },
        paint: { 'text-color': line, 'text-halo-color': halo, 'text-halo-width': 1.5 },
      },
    ];
  },
};
