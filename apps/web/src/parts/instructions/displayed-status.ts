import type { InstructionState } from '@wakeline/domain/instructions/instruction-state';

/** The states as users see them. */
export const DISPLAYED_STATUSES = ['waiting', 'sent', 'succeeded', 'failed'] as const;
export type DisplayedStatus = (typeof DISPLAYED_STATUSES)[number];

/** The first of several receipts does not end the wait. */
export function toDisplayedStatus(state: InstructionState): DisplayedStatus {
  return state === 'received' ? 'sent' : state;
}

/** The states of a filter by statuses. */
export function toStates(statuses: readonly DisplayedStatus[]): InstructionState[] {
  return statuses.flatMap((status): InstructionState[] =>
    status === 'sent' ? ['sent', 'received'] : [status],
  );
}
