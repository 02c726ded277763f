import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Refetched when a model of the account changes. */
const KEY = [USER_QUERIES, 'models'] as const;

/** Models to choose from: those of the account, then the catalogue. */
export function useModels() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: ({ signal }) => client.call('queryAllTrackModel', {}, { signal }),
  });
}

/** The models of the visible devices with their counts, for filters. */
export function useUsedModels() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'used'],
    queryFn: ({ signal }) => client.call('queryAllModels', {}, { signal }),
    select: ({ list }) => list,
  });
}

/** A change of an own model: add, edit the given fields, delete. */
export type ModelChange =
  | { readonly kind: 'add'; readonly model: PayloadInput<Operations['addTrackModel']> }
  | { readonly kind: 'edit'; readonly model: PayloadInput<Operations['editTrackModel']> }
  | { readonly kind: 'delete'; readonly modelId: number };

/** Applies the change and refetches the models. The live connection updates renamed devices. */
export function useChangeModel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: ModelChange): Promise<void> {
      if (change.kind === 'add') await client.call('addTrackModel', change.model);
      else if (change.kind === 'edit') await client.call('editTrackModel', change.model);
      else await client.call('deleteTrackModel', { modelId: change.modelId });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
