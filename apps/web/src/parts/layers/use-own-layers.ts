import { useQuery } from '@tanstack/react-query';
import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { useMemo } from 'react';
import type { ImageLayer } from '../../map/layers/image-layers.ts';
import { useClient } from '../../service/client.ts';
import { MINE, useSession } from '../../service/session.ts';

export const LAYERS_KEY = [MINE, 'layers'] as const;

/** The account's own layers, where the user has the function. */
export function useOwnLayers() {
  const client = useClient();
  const { roles } = useSession();
  const offered = roles.some(({ name }) => name === 'eob_plugin_custom_map');
  const query = useQuery({
    queryKey: LAYERS_KEY,
    queryFn: ({ signal }) => client.call('queryAllLayers', {}, { signal }),
    enabled: offered,
  });
  return { offered, query };
}

const NONE: readonly MapLayer[] = [];

/** Those that are shown, as the map draws them. */
export function useShownLayers(): readonly ImageLayer[] {
  const { query } = useOwnLayers();
  const list = query.data?.list ?? NONE;
  return useMemo(
    () => list.filter(({ display }) => display === 'SHOW').map((layer) => imageLayerOf(layer)),
    [list],
  );
}

export function imageLayerOf(layer: MapLayer): ImageLayer {
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
