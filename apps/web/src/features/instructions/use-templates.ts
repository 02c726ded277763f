import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { INSTRUCTION_QUERIES } from '../../parts/instructions/use-instructions.ts';
import { useClient } from '../../service/client.ts';

const KEY = [...INSTRUCTION_QUERIES, 'templates'] as const;

/** The saved values of instructions of the account. */
export function useTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryInstructionTemplates', {}, { signal }),
  });
}

export type TemplateChange =
  | { readonly kind: 'add'; readonly template: PayloadInput<Operations['addInstructionTemplate']> }
  | { readonly kind: 'edit'; readonly template: PayloadInput<Operations['editInstructionTemplate']> }
  | { readonly kind: 'remove'; readonly templateId: number };

/** Adds, changes or deletes a template; returns the id of an added one. */
export function useChangeTemplate() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: TemplateChange): Promise<number | null> {
      if (change.kind === 'add')
        return (await client.call('addInstructionTemplate', change.template)).templateId;
      if (change.kind === 'edit') await client.call('editInstructionTemplate', change.template);
      else await client.call('deleteInstructionTemplate', { templateId: change.templateId });
      return null;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
