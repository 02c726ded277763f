import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { OWN_LAYERS_KEY } from './use-own-layers.ts';

/** A change of a layer: add, edit the given fields, show or hide, delete. */
export type LayerChange =
  | { readonly kind: 'add'; readonly layer: PayloadInput<Operations['addLayer']> }
  | { readonly kind: 'edit'; readonly layer: PayloadInput<Operations['editLayer']> }
  | { readonly kind: 'display'; readonly layerId: number; readonly visible: boolean }
  | { readonly kind: 'delete'; readonly layerId: number };

/** Applies the change and refetches the list. */
export function useChangeLayer() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: LayerChange): Promise<void> {
      if (change.kind === 'add') await client.call('addLayer', change.layer);
      else if (change.kind === 'edit') await client.call('editLayer', change.layer);
      else if (change.kind === 'delete') await client.call('deleteLayer', { layerId: change.layerId });
      else {
        const display = change.visible ? 'SHOW' : 'HIDE';
        await client.call('changeLayerDisplay', { layerId: change.layerId, display });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: OWN_LAYERS_KEY }),
  });
}
