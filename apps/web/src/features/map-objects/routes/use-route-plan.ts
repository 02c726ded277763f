import { useQuery } from '@tanstack/react-query';
import type { RouteType } from '@wakeline/contract/entities/map-object';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/**
 * Plans a route between the stops with the routing service, again when they or the kind of travel change; null: none.
 */
export function useRoutePlan(type: RouteType, stops: readonly Position[] | null) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'routePlan', type, stops],
    queryFn: ({ signal }) =>
      client.call(
        'getRoutePlan',
        { type, points: (stops ?? []).map(([lng, lat]): [number, number] => [wrapLongitude(lng), lat]) },
        { signal },
      ),
    enabled: stops !== null && stops.length >= 2 && stops.length <= LIMITS.routeFlags,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function wrapLongitude(lng: number): number {
  return lng < -180 || lng > 180 ? ((((lng + 180) % 360) + 360) % 360) - 180 : lng;
}
