import { useQuery } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { MapLayer, RaceLayer } from '@wakeline/contract/entities/map-layer';
import { useMemo } from 'react';
import type { ImageLayer } from '../../map/layers/image-layers.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';
import { KIND_DETAILS, LAYER_KINDS, type LayerKind } from './layer-kinds.ts';

export const LAYERS_KEY = [USER_QUERIES, 'layers'] as const;

/** A layer of either kind. */
export interface AccountLayer extends Omit<MapLayer, 'layerUrl' | 'display'> {
  readonly pictureUrl: string;
  readonly visible: boolean;
}

interface LayerList {
  /** From bottom to top. */
  readonly list: readonly AccountLayer[];
  readonly abilities: { readonly add: boolean };
}

function fromOwn({ layerUrl, display, ...layer }: MapLayer): AccountLayer {
  return { ...layer, pictureUrl: layerUrl, visible: display === 'SHOW' };
}

function fromRace({ raceLayerUrl, display, ...layer }: RaceLayer): AccountLayer {
  return { ...layer, pictureUrl: raceLayerUrl, visible: display === 1 };
}

async function readLayers(client: Client, kind: LayerKind, signal: AbortSignal): Promise<LayerList> {
  if (kind === 'own') {
    const { list, abilities } = await client.call('queryAllLayers', {}, { signal });
    return { list: list.map(fromOwn), abilities };
  }
  const { list, abilities } = await client.call('queryAllRaceLayer', {}, { signal });
  return { list: list.map(fromRace), abilities };
}

/** The account's layers of a kind, if the user has the function. */
export function useLayers(kind: LayerKind) {
  const client = useClient();
  const { roles } = useSession();
  const isAvailable = roles.some(({ name }) => name === KIND_DETAILS[kind].role);
  const query = useQuery({
    queryKey: [...LAYERS_KEY, kind],
    queryFn: ({ signal }) => readLayers(client, kind, signal),
    enabled: isAvailable,
  });
  return { isAvailable, query };
}

const NO_LAYERS: readonly AccountLayer[] = [];

/**
 * The visible layers of all kinds in the form that the map draws, from bottom to top.
 *
 * @param alwaysId a race layer that is drawn even if it is hidden; null: none
 */
export function useVisibleLayers(alwaysId: number | null): readonly ImageLayer[] {
  const own = useLayers('own').query.data?.list ?? NO_LAYERS;
  const race = useLayers('race').query.data?.list ?? NO_LAYERS;
  return useMemo(() => {
    const lists: Readonly<Record<LayerKind, readonly AccountLayer[]>> = { own, race };
    return LAYER_KINDS.flatMap((kind) =>
      lists[kind].filter(({ visible, layerId }) => visible || (kind === 'race' && layerId === alwaysId)),
    ).map(toImageLayer);
  }, [own, race, alwaysId]);
}

/** A layer in the form that the map draws. */
export function toImageLayer(layer: AccountLayer): ImageLayer {
  const { northwest, northeast, southeast, southwest, tileUrl, tileUrlGcj02 } = layer;
  const absolute = (url: string) => new URL(url, location.href).href;
  return {
    key: layer.layerId,
    url: absolute(layer.pictureUrl),
    ...{ northwest, northeast, southeast, southwest },
    opacity: layer.opacity / 100,
    // Outside of the region of GCJ-02 there is one archive for both.
    tiles: tileUrl === null ? null : { wgs84: absolute(tileUrl), gcj02: absolute(tileUrlGcj02 ?? tileUrl) },
  };
}
