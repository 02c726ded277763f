import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { simplifyLine } from '@wakeline/domain/tracks/simplify-line';
import { ExternalServiceError } from './fetch-external-json.ts';
import { valueAt } from './geocoder-template.ts';
import { joinLines, requestRoads, serviceUrl } from './road-service.ts';
import type { RoutingService } from './routing-service.ts';
import type { ServiceLimiter } from './service-limiter.ts';

const SERVICE_NAME = 'routing service';

export interface RoutePlan {
  readonly dataPoints: [number, number][];
  /** Metres. */
  readonly distance: number;
  /** Seconds; null when not reported. */
  readonly duration: number | null;
}

/** @throws NamedError `routing-unset`, `routing-failed`, `route-not-found`. */
export type PlanRoute = (
  type: RouteType,
  points: readonly (readonly [number, number])[],
) => Promise<RoutePlan>;

/** OSRM's profiles by route type. */
export const PROFILES: Readonly<Record<RouteType, string>> = { drive: 'car', walk: 'foot', cycle: 'bike' };
/** Valhalla's costing models by route type. */
export const COSTINGS: Readonly<Record<RouteType, string>> = {
  drive: 'auto',
  walk: 'pedestrian',
  cycle: 'bicycle',
};

/**
 * Valhalla's codes for "no route": no edge near a location, no path between them, too far for the costing model (its
 * documentation, API, turn-by-turn, internal error codes 154, 170, 171, 172, 442, 443).
 */
const NO_ROUTE_CODES: readonly unknown[] = [154, 170, 171, 172, 442, 443];

export function createRouting(service: RoutingService | null, limiter: ServiceLimiter): PlanRoute {
  return async (type, points) => {
    if (service === null) throw new NamedError('routing-unset');
    const requestPlan = service.kind === 'osrm' ? requestOsrm : requestValhalla;
    try {
      const plan = await limiter.run((signal) => requestPlan(service, type, points, signal));
      return { ...plan, dataPoints: limitPoints(plan.dataPoints) };
    } catch (error) {
      if (error instanceof ExternalServiceError) throw new NamedError('routing-failed');
      throw error;
    }
  };
}

type RequestPlan = (
  service: RoutingService,
  type: RouteType,
  points: readonly (readonly [number, number])[],
  signal: AbortSignal,
) => Promise<RoutePlan>;

/** OSRM's HTTP API, version 1, service `route`. */
const requestOsrm: RequestPlan = async (service, type, points, signal) => {
  const coordinates = points.map(([lng, lat]) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
  const url = serviceUrl(service, PROFILES[type], `/route/v1/${PROFILES[type]}/${coordinates}`);
  url.searchParams.set('overview', 'full');
  url.searchParams.set('geometries', 'polyline6');
  const json = await requestRoads(SERVICE_NAME, service, url, {}, signal);
  const code = valueAt(json, 'code');
  if (code === 'NoRoute' || code === 'NoSegment') throw new NamedError('route-not-found');
  if (code !== 'Ok') throw new ExternalServiceError('the routing service returned an unexpected response');
  return toPlan({
    lines: [valueAt(json, 'routes.0.geometry')],
    distance: valueAt(json, 'routes.0.distance'),
    duration: valueAt(json, 'routes.0.duration'),
  });
};

/** Valhalla's `route`, requested in kilometres. */
const requestValhalla: RequestPlan = async (service, type, points, signal) => {
  const body = JSON.stringify({
    locations: points.map(([lon, lat]) => ({ lat, lon, type: 'break' })),
    costing: COSTINGS[type],
    units: 'kilometers',
    directions_type: 'none',
  });
  const headers = { 'content-type': 'application/json' };
  const json = await requestRoads(
    SERVICE_NAME,
    service,
    serviceUrl(service, PROFILES[type], '/route'),
    { method: 'POST', headers, body },
    signal,
  );
  if (NO_ROUTE_CODES.includes(valueAt(json, 'error_code'))) throw new NamedError('route-not-found');
  const legs = valueAt(json, 'trip.legs');
  const kilometres = valueAt(json, 'trip.summary.length');
  return toPlan({
    lines: Array.isArray(legs) ? legs.map((leg: unknown) => valueAt(leg, 'shape')) : [],
    distance: typeof kilometres === 'number' ? kilometres * 1_000 : null,
    duration: valueAt(json, 'trip.summary.time'),
  });
};

interface ServiceRoute {
  readonly lines: readonly unknown[];
  readonly distance: unknown;
  readonly duration: unknown;
}

function toPlan({ lines, distance, duration }: ServiceRoute): RoutePlan {
  const dataPoints = joinLines(SERVICE_NAME, lines);
  if (typeof distance !== 'number' || dataPoints.length < 2) {
    throw new ExternalServiceError('the routing service returned no route');
  }
  return { dataPoints, distance, duration: typeof duration === 'number' ? duration : null };
}

/** Simplifies a line that exceeds the maximum number of points of a route. */
function limitPoints(line: [number, number][]): [number, number][] {
  if (line.length <= LIMITS.routePoints) return line;
  return simplifyLine(line, LIMITS.routePoints * 0.9).map(([lng, lat]) => [lng, lat]);
}
