import type { FullRoute, Route, RouteType } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { CommonFields, Subject, SubjectContent } from '../forms/subject.ts';

/** Lines of more corners stay as they are or are redrawn: thousands of vertices are not edited by hand. */
export const MAX_EDITABLE_VERTICES = 300;

export interface RouteFields extends CommonFields {
  readonly weight: number;
  readonly type: RouteType;
  readonly start: string;
  readonly end: string;
}

/** How the line of a route comes about: by hand, by a routing service, or it stays as it is. */
export type RouteMethod = 'hand' | 'plan' | 'keep';

export type RouteSubject = Subject<RouteFields> & {
  readonly kind: 'route';
  readonly method: RouteMethod;
  /** The route as it is stored. */
  readonly source: FullRoute | null;
  /** Where a new route is to begin. */
  readonly from: Position | null;
};

/** A new route, which begins at the place for which it is wanted. */
export function newRoute(
  fields: CommonFields,
  coordinates: Position | undefined,
): SubjectContent<RouteSubject> {
  return {
    kind: 'route',
    fields: { ...fields, weight: 4, type: 'drive', start: '', end: '' },
    start: null,
    method: 'hand',
    source: null,
    from: coordinates ?? null,
  };
}

/** A route as it is stored, with its whole line. */
export function storedRoute(
  route: Route,
  fullRoute: FullRoute | null,
  fields: CommonFields,
): SubjectContent<RouteSubject> {
  const { weight, type, start, end, origin, points } = route;
  const line = (fullRoute?.dataPoints ?? route.line).map(([lng, lat]): Position => [lng, lat]);
  const isPlanned = origin === 'planned' && points.length >= 2;
  const isLong = line.length > MAX_EDITABLE_VERTICES;
  return {
    kind: 'route',
    fields: { ...fields, weight, type, start, end },
    method: isPlanned || isLong ? 'keep' : 'hand',
    start: isPlanned
      ? { kind: 'line', line: points.map(({ lng, lat }): Position => [lng, lat]) }
      : isLong
        ? null
        : { kind: 'line', line },
    source: fullRoute,
    from: null,
  };
}
