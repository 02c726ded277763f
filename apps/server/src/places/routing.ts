import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { simplifyLine } from '@wakeline/domain/tracks/simplify-line';
import type { Gate } from './gate.ts';
import { valueAt } from './geocoder-template.ts';
import { OutsideError } from './outside-json.ts';
import { addressUnder, askRoads, joinedLine } from './road-service.ts';
import type { RoutingService } from './routing-service.ts';

const WHAT = 'routing service';

export interface RoutePlan {
  readonly dataPoints: [number, number][];
  /** Metres. */
  readonly distance: number;
  /** Seconds; null: not said. */
  readonly duration: number | null;
}

/** @throws NamedError `routing-unset`, `routing-failed`, `route-not-found`. */
export type PlanRoute = (
  type: RouteType,
  points: readonly (readonly [number, number])[],
) => Promise<RoutePlan>;

/** The service's names for ways of moving. */
export const PROFILES: Readonly<Record<RouteType, string>> = { drive: 'car', walk: 'foot', cycle: 'bike' };
/** Valhalla's names for the same. */
export const COSTINGS: Readonly<Record<RouteType, string>> = {
  drive: 'auto',
  walk: 'pedestrian',
  cycle: 'bicycle',
};

/**
 * Valhalla's codes for "there is no way": no edge near a place, none between them, too far for this way of moving
 * (its documentation, API, turn-by-turn, internal error codes 154, 170, 171, 172, 442, 443).
 */
const NO_WAY: readonly unknown[] = [154, 170, 171, 172, 442, 443];

export function createRouting(service: RoutingService | null, gate: Gate): PlanRoute {
  return async (type, points) => {
    if (service === null) throw new NamedError('routing-unset');
    const ask = service.kind === 'osrm' ? askOsrm : askValhalla;
    try {
      const plan = await gate.pass((signal) => ask(service, type, points, signal));
      return { ...plan, dataPoints: fitting(plan.dataPoints) };
    } catch (error) {
      if (error instanceof OutsideError) throw new NamedError('routing-failed');
      throw error;
    }
  };
}

type Ask = (
  service: RoutingService,
  type: RouteType,
  points: readonly (readonly [number, number])[],
  signal: AbortSignal,
) => Promise<RoutePlan>;

/** OSRM's HTTP API, version 1, service `route`. */
const askOsrm: Ask = async (service, type, points, signal) => {
  const places = points.map(([lng, lat]) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
  const url = addressUnder(service, PROFILES[type], `/route/v1/${PROFILES[type]}/${places}`);
  url.searchParams.set('overview', 'full');
  url.searchParams.set('geometries', 'polyline6');
  const json = await askRoads(WHAT, service, url, {}, signal);
  const code = valueAt(json, 'code');
  if (code === 'NoRoute' || code === 'NoSegment') throw new NamedError('route-not-found');
  if (code !== 'Ok') throw new OutsideError('the routing service did not find out');
  return planOf({
    lines: [valueAt(json, 'routes.0.geometry')],
    distance: valueAt(json, 'routes.0.distance'),
    duration: valueAt(json, 'routes.0.duration'),
  });
};

/** Valhalla's `route`, asked in kilometres. */
const askValhalla: Ask = async (service, type, points, signal) => {
  const body = JSON.stringify({
    locations: points.map(([lon, lat]) => ({ lat, lon, type: 'break' })),
    costing: COSTINGS[type],
    units: 'kilometers',
    directions_type: 'none',
  });
  const headers = { 'content-type': 'application/json' };
  const json = await askRoads(
    WHAT,
    service,
    addressUnder(service, PROFILES[type], '/route'),
    { method: 'POST', headers, body },
    signal,
  );
  if (NO_WAY.includes(valueAt(json, 'error_code'))) throw new NamedError('route-not-found');
  const legs = valueAt(json, 'trip.legs');
  const kilometres = valueAt(json, 'trip.summary.length');
  return planOf({
    lines: Array.isArray(legs) ? legs.map((leg: unknown) => valueAt(leg, 'shape')) : [],
    distance: typeof kilometres === 'number' ? kilometres * 1_000 : null,
    duration: valueAt(json, 'trip.summary.time'),
  });
};

interface Said {
  readonly lines: readonly unknown[];
  readonly distance: unknown;
  readonly duration: unknown;
}

function planOf({ lines, distance, duration }: Said): RoutePlan {
  const dataPoints = joinedLine(WHAT, lines);
  if (typeof distance !== 'number' || dataPoints.length < 2) {
    throw new OutsideError('the routing service answers no way');
  }
  return { dataPoints, distance, duration: typeof duration === 'number' ? duration : null };
}

/** A route may have only so many positions: of a longer line those that matter most to its shape. */
function fitting(line: [number, number][]): [number, number][] {
  if (line.length <= LIMITS.routePoints) return line;
  return simplifyLine(line, LIMITS.routePoints * 0.9).map(([lng, lat]) => [lng, lat]);
}
