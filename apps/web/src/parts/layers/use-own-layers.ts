import { useQuery } from '@tanstack/react-query';
import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { useMemo } from 'react';
import type { ImageLayer } from '../../map/layers/image-layers.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';

export const OWN_LAYERS_KEY = [USER_QUERIES, 'layers'] as const;

/** The account's own layers, if the user has the function. */
export function useOwnLayers() {
  const client = useClient();
  const { roles } = useSession();
  const isAvailable = roles.some(({ name }) => name === 'eob_plugin_custom_map');
  const query = useQuery({
    queryKey: OWN_LAYERS_KEY,
    queryFn: ({ signal }) => client.call('queryAllLayers', {}, { signal }),
    enabled: isAvailable,
  });
  return { isAvailable, query };
}

const NO_LAYERS: readonly MapLayer[] = [];

/** The visible layers in the form that the map draws. */
export function useVisibleLayers(): readonly ImageLayer[] {
  const { query } = useOwnLayers();
  const list = query.data?.list ?? NO_LAYERS;
  return useMemo(
    () => list.filter(({ display }) => display === 'SHOW').map((layer) => toImageLayer(layer)),
    [list],
  );
}

export function toImageLayer(layer: MapLayer): ImageLayer {
  const { northwest, northeast, southeast, southwest } = layer;
  return {
    key: layer.layerId,
    url: new URL(layer.layerUrl, location.href).href,
    northwest,
    northeast,
    southeast,
    southwest,
    opacity: layer.opacity / 100,
  };
}
