import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { OCAD_MAPS_KEY } from '../../parts/layers/use-ocad-maps.ts';
import { useClient } from '../../service/client.ts';

/** A change of a map: new name or placement, show or hide, delete. */
type OcadMapChange =
  | ({ readonly kind: 'edit' } & Omit<PayloadInput<Operations['editOcadMap']>, 'uid'>)
  | { readonly kind: 'display'; readonly mapId: number; readonly visible: boolean }
  | { readonly kind: 'delete'; readonly mapId: number };

/** Applies changes to maps and refetches the list. */
export function useChangeOcadMap() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: OcadMapChange): Promise<void> {
      if (change.kind === 'edit') {
        const { kind: _, ...fields } = change;
        await client.call('editOcadMap', fields);
      } else if (change.kind === 'display') {
        const display = change.visible ? 'SHOW' : 'HIDE';
        await client.call('changeOcadMapDisplay', { mapId: change.mapId, display });
      } else await client.call('deleteOcadMap', { mapId: change.mapId });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: OCAD_MAPS_KEY }),
  });
}
