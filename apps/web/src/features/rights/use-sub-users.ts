import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'sub-users'] as const;

/** The sub-accounts, and the rights that the user may grant them. */
export function useSubUsers() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryAllSubEobUser', {}, { signal }),
  });
}

/** A new sub-account, or the changed fields of an existing one. */
export type SubUserChange =
  | ({ readonly kind: 'create' } & PayloadInput<Operations['createSubEobUser']>)
  | ({ readonly kind: 'edit' } & PayloadInput<Operations['editSubEobUser']>)
  | ({ readonly kind: 'delete' } & PayloadInput<Operations['deleteSubEobUser']>);

export function useChangeSubUser() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: SubUserChange): Promise<void> {
      const { kind, ...payload } = change;
      if (change.kind === 'create')
        await client.call('createSubEobUser', payload as PayloadInput<Operations['createSubEobUser']>);
      else if (change.kind === 'edit')
        await client.call('editSubEobUser', payload as PayloadInput<Operations['editSubEobUser']>);
      else await client.call('deleteSubEobUser', payload as PayloadInput<Operations['deleteSubEobUser']>);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
