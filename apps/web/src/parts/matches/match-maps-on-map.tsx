import type { EventMap } from '@wakeline/domain/courses/event';
import { useMemo } from 'react';
import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { MapView } from '../../map/map-view.ts';
import { useOcadLayers } from '../../map/ocad/use-ocad-layers.ts';
import { toImageLayer, useLayers } from '../layers/use-layers.ts';
import { toOcadLayers, useOcadMaps } from '../layers/use-ocad-maps.ts';

interface MatchMapsOnMapProps {
  readonly view: MapView;
  /** The lowest first. Race layers are drawn below OCAD maps. */
  readonly maps: readonly EventMap[];
}

/** Draws the maps of a match, for users with the function of race maps. */
export function MatchMapsOnMap({ view, maps }: MatchMapsOnMapProps) {
  const layers = useLayers('race').query.data?.list;
  const ocadMaps = useOcadMaps().data?.list;
  const images = useMemo(
    () =>
      maps
        .filter(({ kind }) => kind === 'raceLayer')
        .flatMap(({ id }) => layers?.find(({ layerId }) => layerId === id) ?? [])
        .map(toImageLayer),
    [maps, layers],
  );
  const vectors = useMemo(
    () =>
      maps
        .filter(({ kind }) => kind === 'ocad')
        .flatMap(({ id }) => ocadMaps?.find(({ mapId }) => mapId === id) ?? [])
        .flatMap((map) => toOcadLayers(map)),
    [maps, ocadMaps],
  );
  useImageLayers(view, images);
  useOcadLayers(view, vectors);
  return null;
}
