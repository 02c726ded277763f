import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showDistanceMarkers } from '../../map/distance-markers/show-distance-markers.ts';
import type { MapView } from '../../map/map-view.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { useDistanceMarkers } from './distance-marker-store.ts';
import { useRouteQuery } from './use-objects.ts';

/** Distance markers of the routes that have them enabled and are visible. */
export function DistanceMarkersOnMap({ view }: { readonly view: MapView }) {
  const marked = useDistanceMarkers((state) => state.markedRoutes);
  const routes = useRouteQuery().data?.list;
  if (marked.size === 0) return null;
  return routes
    ?.filter(({ routeId, display }) => marked.has(routeId) && display === 'SHOW')
    .map(({ routeId }) => <RouteDistanceMarkers key={routeId} view={view} routeId={routeId} />);
}

function RouteDistanceMarkers({ view, routeId }: { readonly view: MapView; readonly routeId: number }) {
  const client = useClient();
  const spacing = useDistanceMarkers((state) => state.spacing);
  // The key starts with that of the routes, so that a changed route is refetched.
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'routes', 'whole', routeId],
    queryFn: ({ signal }) => client.call('queryRouteByID', { routeId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(
    () =>
      data === undefined
        ? undefined
        : showDistanceMarkers(
            view,
            data.dataPoints.map(([lng, lat]) => [lng, lat]),
            spacing,
          ),
    [view, data, spacing],
  );
  return null;
}
