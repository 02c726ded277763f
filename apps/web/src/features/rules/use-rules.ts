import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The rules that the user can see. */
export function useRules() {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'rules'],
    queryFn: ({ signal }) => client.call('queryRules', {}, { signal }),
  });
}

/** A change of a rule: add, edit the given fields, delete. */
export type RuleChange =
  | { readonly kind: 'add'; readonly rule: PayloadInput<Operations['addRule']> }
  | { readonly kind: 'edit'; readonly rule: PayloadInput<Operations['editRule']> }
  | { readonly kind: 'delete'; readonly ruleId: number };

/** Applies the change and refetches the list. */
export function useChangeRule() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: RuleChange): Promise<void> {
      if (change.kind === 'add') await client.call('addRule', change.rule);
      else if (change.kind === 'edit') await client.call('editRule', change.rule);
      else await client.call('deleteRule', { ruleId: change.ruleId });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'rules'] }),
  });
}
