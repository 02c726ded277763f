import type { FullRoute, Route, RouteType } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { CommonFields, Subject, SubjectContent } from '../forms/subject.ts';

/** Lines with more vertices can only be kept or redrawn: thousands of vertices are not edited by hand. */
export const MAX_EDITABLE_VERTICES = 300;

export interface RouteFields extends CommonFields {
  readonly weight: number;
  readonly type: RouteType;
  readonly start: string;
  readonly end: string;
}

/** How the line of a route is created: by hand, by a routing service, or unchanged. */
export type RouteMethod = 'hand' | 'plan' | 'unchanged';

export type RouteSubject = Subject<RouteFields> & {
  readonly kind: 'route';
  readonly method: RouteMethod;
  /** The stored route. */
  readonly source: FullRoute | null;
  /** Start of a new route. */
  readonly startAt: Position | null;
};

/** A new route that starts at the given coordinates. */
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
    startAt: coordinates ?? null,
  };
}

/** The form content of a stored route with its full line. */
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
    method: isPlanned || isLong ? 'unchanged' : 'hand',
    start: isPlanned
      ? { kind: 'line', line: points.map(({ lng, lat }): Position => [lng, lat]) }
      : isLong
        ? null
        : { kind: 'line', line },
    source: fullRoute,
    startAt: null,
  };
}
