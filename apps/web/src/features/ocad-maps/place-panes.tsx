import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReferenceMarkers } from '../../map/image-layers/reference-markers.tsx';
import type { LngLat, MapView } from '../../map/map-view.ts';
import { useOcadLayers } from '../../map/ocad/use-ocad-layers.ts';
import { toOcadLayers } from '../../parts/layers/use-ocad-maps.ts';
import { drawnPlacement, type PlaceDraft } from './use-place-draft.ts';

interface PaperPointsProps {
  readonly view: MapView;
  readonly map: OcadMap;
  readonly draft: PlaceDraft;
}

/** The drawing with its reference points. */
export function PaperPoints({ view, map, draft }: PaperPointsProps) {
  const { t } = useTranslation('ocadMaps');
  useOcadLayers(
    view,
    useMemo(() => toOcadLayers(map), [map]),
  );
  const { toLngLat, toPaper } = useMemo(() => drawnPlacement(map), [map]);
  const bounds = map.tiles?.bounds.join();
  useEffect(() => {
    const [west, south, east, north] = bounds?.split(',').map(Number) ?? [];
    if (west === undefined || south === undefined || east === undefined || north === undefined) return;
    view.fit({ west, south, east, north });
  }, [view, bounds]);
  const { paperPoints, setPaperPoints } = draft;
  const points = useMemo(
    () =>
      paperPoints.map(({ x, y }): LngLat => {
        const [lng, lat] = toLngLat([x, y]);
        return { lng, lat };
      }),
    [paperPoints, toLngLat],
  );
  const paperPointAt = ({ lng, lat }: LngLat) => {
    const [x, y] = toPaper([lng, lat]);
    return { x, y };
  };
  return (
    <ReferenceMarkers
      view={view}
      points={points}
      label={(number) => t('place.paperPoint', { number })}
      onAdd={(lngLat) => setPaperPoints([...paperPoints, paperPointAt(lngLat)])}
      onMove={(index, lngLat) => setPaperPoints(paperPoints.with(index, paperPointAt(lngLat)))}
    />
  );
}

/** The map with the positions of the reference points. */
export function MapPoints({ view, draft }: Pick<PaperPointsProps, 'view' | 'draft'>) {
  const { t } = useTranslation('ocadMaps');
  const { mapPoints, setMapPoints } = draft;
  return (
    <ReferenceMarkers
      view={view}
      points={useMemo(() => mapPoints.map(([lng, lat]) => ({ lng, lat })), [mapPoints])}
      label={(number) => t('place.mapPoint', { number })}
      onAdd={({ lng, lat }) => setMapPoints([...mapPoints, [lng, lat]])}
      onMove={(index, { lng, lat }) => setMapPoints(mapPoints.with(index, [lng, lat]))}
    />
  );
}
