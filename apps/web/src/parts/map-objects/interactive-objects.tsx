import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { MapView } from '../../map/map-view.ts';
import { type ObjectsOnMap as Drawn, showObjects } from '../../map/objects/objects-on-map.ts';
import { listenToObjects } from '../../map/objects/objects-pointer.ts';
import { DistanceMarkersOnMap } from './distance-markers-on-map.tsx';
import { HoverName } from './hover-name.tsx';
import type { MapObject } from './map-object.ts';
import { ObjectPopup } from './object-popup.tsx';
import { useObjectsStore } from './objects-store.ts';
import { toPreviewRoute } from './preview-route.ts';
import { useFenceQuery, useLabelPointQuery, useRouteQuery } from './use-objects.ts';
import { WhatsHerePopup } from './whats-here-popup.tsx';

interface InteractiveObjectsProps {
  readonly view: MapView;
  /** The device whose card is open: opening one closes the popup of an object. */
  readonly openDeviceId?: number | null;
  /** Actions in the popup of an object. */
  readonly actions?: (object: MapObject) => ReactNode;
}

interface Hovered {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Fences, routes and labelled points on a map, with names, popups and distance markers. */
export function InteractiveObjects({ view, openDeviceId = null, actions }: InteractiveObjectsProps) {
  const fences = useFenceQuery().data?.list;
  const routes = useRouteQuery().data?.list;
  const points = useLabelPointQuery().data?.list;
  const { selected, edited, preview, whatsHereAt, select, showWhatsHere } = useObjectsStore();
  const [objectLayer, setObjectLayer] = useState<Drawn | null>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);

  useEffect(() => {
    const newLayer = showObjects(view);
    setObjectLayer(newLayer);
    return () => {
      setObjectLayer(null);
      newLayer.stop();
    };
  }, [view]);

  const getEditedId = (kind: MapObjectKind) => (edited?.kind === kind ? edited.id : null);
  const [fence, route, point] = [getEditedId('fence'), getEditedId('route'), getEditedId('labelPoint')];
  const lines = useMemo(
    () => (preview === null ? (routes ?? []) : [...(routes ?? []), toPreviewRoute(preview)]),
    [routes, preview],
  );
  useEffect(() => objectLayer?.setFences(fences ?? [], fence), [objectLayer, fences, fence]);
  useEffect(() => objectLayer?.setRoutes(lines, route), [objectLayer, lines, route]);
  useEffect(() => objectLayer?.setLabelPoints(points ?? [], point), [objectLayer, points, point]);

  const findName = (kind: MapObjectKind, id: number): string | undefined => {
    if (kind === 'fence') return fences?.find(({ fenceId }) => fenceId === id)?.fenceName;
    if (kind === 'route') return routes?.find(({ routeId }) => routeId === id)?.routeName;
    return points?.find(({ labelPointId }) => labelPointId === id)?.placeName;
  };
  const latest = useRef(findName);
  latest.current = findName;
  useEffect(
    () =>
      listenToObjects(view, {
        onClick(hit, lngLat) {
          select(
            hit === null || latest.current(hit.kind, hit.id) === undefined
              ? null
              : { ...hit, lngLat, takeFocus: true },
          );
        },
        onHover(hit, x, y) {
          const name = hit === null ? undefined : latest.current(hit.kind, hit.id);
          setHovered(name === undefined ? null : { name, x, y });
        },
      }),
    [view, select],
  );

  // Only one popup or card is open at a time.
  useEffect(() => {
    if (openDeviceId !== null) select(null);
  }, [openDeviceId, select]);

  // Leaving the map closes its popups.
  useEffect(
    () => () => {
      select(null);
      showWhatsHere(null);
    },
    [select, showWhatsHere],
  );

  return (
    <>
      {hovered !== null && <HoverName view={view} {...hovered} />}
      {selected !== null && (
        <ObjectPopup
          key={`${selected.kind} ${selected.id}`}
          view={view}
          selected={selected}
          actions={actions}
        />
      )}
      {whatsHereAt !== null && (
        <WhatsHerePopup key={`${whatsHereAt.lng} ${whatsHereAt.lat}`} view={view} lngLat={whatsHereAt} />
      )}
      <DistanceMarkersOnMap view={view} />
    </>
  );
}
