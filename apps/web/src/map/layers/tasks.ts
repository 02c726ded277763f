import type { DataDrivenPropertyValueSpecification } from '@maplibre/maplibre-gl-style-spec';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { BOLD, REGULAR } from './fonts.ts';

export const TASK_LINES = 'task-lines';
export const TASK_AREAS = 'task-areas';
export const TASK_POINTS = 'task-points';

/** Highest zoom of the expression below; the map has none above. */
const MAX_ZOOM = 24;

/** Pixels that double with each zoom, so that the corridor has its width in metres. */
const corridorWidth: DataDrivenPropertyValueSpecification<number> = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', 'corridor'],
  MAX_ZOOM,
  ['*', ['get', 'corridor'], 2 ** MAX_ZOOM],
];

const of = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', ['get', string], string];

/** What tasks watch: lines with their corridors, areas to stay in (solid edge) and out of (dashed), shift circles (dotted). */
export const tasks: Overlay = {
  id: 'tasks',
  sources: {
    [TASK_LINES]: { type: 'geojson', data: NO_FEATURES, buffer: 256 },
    [TASK_AREAS]: { type: 'geojson', data: NO_FEATURES, buffer: 8 },
    [TASK_POINTS]: { type: 'geojson', data: NO_FEATURES, buffer: 64 },
  },
  layers: ({ casing, label }) => {
    const color = ['get', 'color'] as ['get', string];
    const names = { 'text-field': ['get', 'name'] as ['get', string], 'text-size': 12, 'text-max-width': 10 };
    const halo = { 'text-color': label.text, 'text-halo-color': label.ground, 'text-halo-width': 1.5 };
    const edge = (kind: string, dashes: number[] | null) => ({
      id: `task-edges-${kind}`,
      type: 'line' as const,
      source: TASK_AREAS,
      filter: of(kind),
      paint: {
        'line-color': color,
        'line-width': 2,
        ...(dashes !== null && { 'line-dasharray': dashes }),
      },
    });
    return [
      {
        id: 'task-area-fills',
        type: 'fill',
        source: TASK_AREAS,
        paint: {
          'fill-color': color,
          'fill-opacity': ['match', ['get', 'kind'], 'outside', 0.24, 'inside', 0.08, 0.04],
          'fill-antialias': false,
        },
      },
      edge('inside', null),
      edge('outside', [3, 2]),
      edge('shift', [1, 2]),
      {
        id: 'task-corridors',
        type: 'line',
        source: TASK_LINES,
        filter: ['>', ['get', 'corridor'], 0],
        layout: { 'line-join': 'round' },
        paint: { 'line-color': color, 'line-opacity': 0.16, 'line-width': corridorWidth },
      },
      {
        id: 'task-corridor-edges',
        type: 'line',
        source: TASK_LINES,
        filter: ['>', ['get', 'corridor'], 0],
        minzoom: 10,
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': color,
          'line-opacity': 0.7,
          'line-width': 1,
          'line-gap-width': corridorWidth,
        },
      },
      {
        id: 'task-line-casings',
        type: 'line',
        source: TASK_LINES,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': casing, 'line-width': 5, 'line-opacity': 0.75 },
      },
      {
        id: 'task-lines',
        type: 'line',
        source: TASK_LINES,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': color, 'line-width': 2.5 },
      },
      {
        id: 'task-line-names',
        type: 'symbol',
        source: TASK_LINES,
        layout: {
          ...names,
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-font': BOLD,
          'text-offset': [0, -1],
          'text-max-angle': 35,
        },
        paint: halo,
      },
      {
        id: 'task-waypoints',
        type: 'circle',
        source: TASK_POINTS,
        filter: of('waypoint'),
        minzoom: 8,
        paint: {
          'circle-radius': 4,
          'circle-color': label.ground,
          'circle-stroke-color': color,
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'task-waypoint-names',
        type: 'symbol',
        source: TASK_POINTS,
        filter: of('waypoint'),
        minzoom: 9,
        layout: { ...names, 'text-font': REGULAR, 'text-anchor': 'top', 'text-offset': [0, 0.5] },
        paint: halo,
      },
      {
        id: 'task-area-names',
        type: 'symbol',
        source: TASK_POINTS,
        filter: of('area'),
        minzoom: 6,
        layout: { ...names, 'text-font': BOLD, 'text-padding': 4 },
        paint: halo,
      },
    ];
  },
};
