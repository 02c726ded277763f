import type { Route } from '@wakeline/contract/entities/map-object';
import type { RoutePreview } from './objects-store.ts';

/** Converts a planned, unsaved route for drawing with the routes. */
export function toPreviewRoute({ line, color, weight }: RoutePreview): Route {
  return {
    // No stored route has this id.
    routeId: 0,
    routeName: '',
    type: 'drive',
    origin: 'planned',
    color,
    weight,
    display: 'SHOW',
    groupId: null,
    points: [],
    start: '',
    end: '',
    note: '',
    line: line.map(([lng, lat]) => [lng, lat]),
    length: 0,
    pointCount: line.length,
    abilities: { edit: false, remove: false },
  };
}
