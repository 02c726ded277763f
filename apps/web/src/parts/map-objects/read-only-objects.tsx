import { useEffect, useState } from 'react';
import type { MapView } from '../../map/map-view.ts';
import { type ObjectsOnMap, showObjects } from '../../map/objects/objects-on-map.ts';
import { useFenceQuery, useLabelPointQuery, useRouteQuery } from './use-objects.ts';
import { useVisibleKinds } from './visible-kinds-store.ts';

const NO_OBJECTS: readonly never[] = [];

/** Read-only fences, routes and labelled points: clicks go to devices and tracks. */
export function ReadOnlyObjects({ view }: { readonly view: MapView }) {
  const kinds = useVisibleKinds((state) => state.visibleKinds);
  const fences = useFenceQuery().data?.list ?? NO_OBJECTS;
  const routes = useRouteQuery().data?.list ?? NO_OBJECTS;
  const points = useLabelPointQuery().data?.list ?? NO_OBJECTS;
  const [objectLayer, setObjectLayer] = useState<ObjectsOnMap | null>(null);
  useEffect(() => {
    const newLayer = showObjects(view);
    setObjectLayer(newLayer);
    return () => {
      setObjectLayer(null);
      newLayer.stop();
    };
  }, [view]);
  const [fence, route, point] = (['fence', 'route', 'labelPoint'] as const).map((kind) =>
    kinds.includes(kind),
  );
  useEffect(() => objectLayer?.setFences(fence ? fences : NO_OBJECTS, null), [objectLayer, fences, fence]);
  useEffect(() => objectLayer?.setRoutes(route ? routes : NO_OBJECTS, null), [objectLayer, routes, route]);
  useEffect(
    () => objectLayer?.setLabelPoints(point ? points : NO_OBJECTS, null),
    [objectLayer, points, point],
  );
  return null;
}
