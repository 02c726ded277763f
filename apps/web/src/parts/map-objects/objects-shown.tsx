import { useEffect, useState } from 'react';
import type { MapView } from '../../map/map-view.ts';
import { type ObjectsOnMap, showObjects } from '../../map/objects/objects-on-map.ts';
import { useShownKinds } from './kinds-store.ts';
import { useFenceQuery, useLabelPointQuery, useRouteQuery } from './use-objects.ts';

const NONE: readonly never[] = [];

/** Fences, routes and labelled points on a map where they are looked at only: a click means the devices and their tracks. */
export function ObjectsShown({ view }: { readonly view: MapView }) {
  const kinds = useShownKinds((state) => state.shown);
  const fences = useFenceQuery().data?.list ?? NONE;
  const routes = useRouteQuery().data?.list ?? NONE;
  const points = useLabelPointQuery().data?.list ?? NONE;
  const [drawn, setDrawn] = useState<ObjectsOnMap | null>(null);
  useEffect(() => {
    const made = showObjects(view);
    setDrawn(made);
    return () => {
      setDrawn(null);
      made.stop();
    };
  }, [view]);
  const [fence, route, point] = (['fence', 'route', 'labelPoint'] as const).map((kind) =>
    kinds.includes(kind),
  );
  useEffect(() => drawn?.setFences(fence ? fences : NONE, null), [drawn, fences, fence]);
  useEffect(() => drawn?.setRoutes(route ? routes : NONE, null), [drawn, routes, route]);
  useEffect(() => drawn?.setLabelPoints(point ? points : NONE, null), [drawn, points, point]);
  return null;
}
