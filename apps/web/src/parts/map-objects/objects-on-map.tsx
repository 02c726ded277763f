import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { MapView } from '../../map/map-view.ts';
import { type ObjectsOnMap as Drawn, showObjects } from '../../map/objects/objects-on-map.ts';
import { listenToObjects } from '../../map/objects/objects-pointer.ts';
import { HerePopup } from './here-popup.tsx';
import { HoverName } from './hover-name.tsx';
import type { MapObject } from './map-object.ts';
import { MarkedRoutes } from './marked-routes.tsx';
import { ObjectPopup } from './object-popup.tsx';
import { useObjectsStore } from './objects-store.ts';
import { previewRoute } from './preview-route.ts';
import { useFenceQuery, useLabelPointQuery, useRouteQuery } from './use-objects.ts';

interface ObjectsOnMapProps {
  readonly view: MapView;
  /** The device whose card is open: it closes the popup of an object. */
  readonly device?: number | null;
  /** What can be done with an object, in its popup. */
  readonly actions?: (object: MapObject) => ReactNode;
}

interface Hovered {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Fences, routes and labelled points on a map, with their names, popups and distance markers. */
export function ObjectsOnMap({ view, device = null, actions }: ObjectsOnMapProps) {
  const fences = useFenceQuery().data?.list;
  const routes = useRouteQuery().data?.list;
  const points = useLabelPointQuery().data?.list;
  const { chosen, edited, preview, here, choose, ask } = useObjectsStore();
  const [shown, setShown] = useState<Drawn | null>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);

  useEffect(() => {
    const made = showObjects(view);
    setShown(made);
    return () => {
      setShown(null);
      made.stop();
    };
  }, [view]);

  const editedOf = (kind: MapObjectKind) => (edited?.kind === kind ? edited.id : null);
  const [fence, route, point] = [editedOf('fence'), editedOf('route'), editedOf('labelPoint')];
  const lines = useMemo(
    () => (preview === null ? (routes ?? []) : [...(routes ?? []), previewRoute(preview)]),
    [routes, preview],
  );
  useEffect(() => shown?.setFences(fences ?? [], fence), [shown, fences, fence]);
  useEffect(() => shown?.setRoutes(lines, route), [shown, lines, route]);
  useEffect(() => shown?.setLabelPoints(points ?? [], point), [shown, points, point]);

  const nameOf = (kind: MapObjectKind, id: number): string | undefined => {
    if (kind === 'fence') return fences?.find(({ fenceId }) => fenceId === id)?.fenceName;
    if (kind === 'route') return routes?.find(({ routeId }) => routeId === id)?.routeName;
    return points?.find(({ labelPointId }) => labelPointId === id)?.placeName;
  };
  const latest = useRef(nameOf);
  latest.current = nameOf;
  useEffect(
    () =>
      listenToObjects(view, {
        onClick(hit, at) {
          choose(
            hit === null || latest.current(hit.kind, hit.id) === undefined
              ? null
              : { ...hit, at, takeFocus: true },
          );
        },
        onHover(hit, x, y) {
          const name = hit === null ? undefined : latest.current(hit.kind, hit.id);
          setHovered(name === undefined ? null : { name, x, y });
        },
      }),
    [view, choose],
  );

  // One thing is looked at at a time.
  useEffect(() => {
    if (device !== null) choose(null);
  }, [device, choose]);

  // Who leaves the map leaves nothing open on it.
  useEffect(
    () => () => {
      choose(null);
      ask(null);
    },
    [choose, ask],
  );

  return (
    <>
      {hovered !== null && <HoverName view={view} {...hovered} />}
      {chosen !== null && (
        <ObjectPopup key={`${chosen.kind} ${chosen.id}`} view={view} chosen={chosen} actions={actions} />
      )}
      {here !== null && <HerePopup key={`${here.lng} ${here.lat}`} view={view} at={here} />}
      <MarkedRoutes view={view} />
    </>
  );
}
