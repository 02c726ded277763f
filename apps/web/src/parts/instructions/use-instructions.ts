import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstructionFilter } from '@wakeline/contract/instructions';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Refetched when an instruction of the account changes its state. */
export const INSTRUCTION_QUERIES = [USER_QUERIES, 'instructions'] as const;

/** A page of the instructions that match a filter, newest first. */
export function useInstructionList(filter: InstructionFilter, pageIndex: number, pageSize: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...INSTRUCTION_QUERIES, 'list', filter, pageIndex, pageSize],
    queryFn: ({ signal }) =>
      client.call('queryInstructionList', { ...filter, pageIndex, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type InstructionChange =
  | { readonly kind: 'recall'; readonly instructionIds: readonly number[] }
  | { readonly kind: 'resend'; readonly instructionIds: readonly number[]; readonly confirmed: boolean };

/** Recalls or resends instructions, and returns how many were changed. */
export function useChangeInstructions() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(change: InstructionChange): Promise<number> {
      const instructionIds = [...change.instructionIds];
      if (change.kind === 'recall')
        return (await client.call('recallInstructions', { instructionIds })).recalled;
      const { confirmed } = change;
      const sent = await client.call('resendInstructions', { instructionIds, confirmed });
      return sent.instructionIds.length;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: INSTRUCTION_QUERIES }),
  });
}
