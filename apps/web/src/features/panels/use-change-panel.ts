import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** A change of a panel: add, edit the given fields, delete. */
export type PanelChange =
  | { readonly kind: 'add'; readonly panel: PayloadInput<Operations['addPanel']> }
  | { readonly kind: 'edit'; readonly panel: PayloadInput<Operations['editPanel']> }
  | { readonly kind: 'delete'; readonly panelId: number };

/** Applies the change and refetches the list, which also updates the menu. */
export function useChangePanel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: PanelChange): Promise<void> {
      if (change.kind === 'add') await client.call('addPanel', change.panel);
      else if (change.kind === 'edit') await client.call('editPanel', change.panel);
      else await client.call('delPanel', { panelId: change.panelId });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'panels'] }),
  });
}
