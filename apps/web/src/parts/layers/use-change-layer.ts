import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import type { LayerKind } from './layer-kinds.ts';
import { LAYERS_KEY } from './use-layers.ts';

type AddedLayer = Omit<PayloadInput<Operations['addLayer']>, 'display' | 'uid'>;
type EditedLayer = Omit<PayloadInput<Operations['editLayer']>, 'display' | 'uid'>;

/** A change of layers: add, edit the given fields, show or hide, set the order (from bottom to top), delete. */
export type LayerChange =
  | { readonly kind: 'add'; readonly layer: AddedLayer }
  | { readonly kind: 'edit'; readonly layer: EditedLayer }
  | { readonly kind: 'display'; readonly layerId: number; readonly visible: boolean }
  | { readonly kind: 'sort'; readonly layerIds: readonly number[] }
  | { readonly kind: 'delete'; readonly layerId: number };

/** Applies changes to layers of a kind and refetches the list. */
export function useChangeLayer(kind: LayerKind) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: LayerChange) =>
      kind === 'own' ? changeOwnLayer(client, change) : changeRaceLayer(client, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LAYERS_KEY }),
  });
}

async function changeOwnLayer(client: Client, change: LayerChange): Promise<void> {
  switch (change.kind) {
    case 'add':
      await client.call('addLayer', change.layer);
      return;
    case 'edit':
      await client.call('editLayer', change.layer);
      return;
    case 'display': {
      const display = change.visible ? 'SHOW' : 'HIDE';
      await client.call('changeLayerDisplay', { layerId: change.layerId, display });
      return;
    }
    case 'sort':
      await client.call('sortLayers', { layerIds: [...change.layerIds] });
      return;
    case 'delete':
      await client.call('deleteLayer', { layerId: change.layerId });
  }
}

async function changeRaceLayer(client: Client, change: LayerChange): Promise<void> {
  switch (change.kind) {
    case 'add':
    case 'edit':
      await client.call('saveOrUpdateRaceLayer', change.layer);
      return;
    case 'display': {
      const display = change.visible ? 1 : 0;
      await client.call('changeRaceLayerDisplay', { layerId: change.layerId, display });
      return;
    }
    case 'sort':
      await client.call('sortRaceLayers', { layerIds: [...change.layerIds] });
      return;
    case 'delete':
      await client.call('deleteRaceLayer', { layerId: change.layerId });
  }
}
