import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstructionParameters } from '@wakeline/contract/instructions';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import {
  countSelected,
  type DeviceSelection,
  toSelectionPayload,
} from '../../parts/devices/device-selection.ts';
import { INSTRUCTION_QUERIES } from '../../parts/instructions/use-instructions.ts';
import { showTaskTooltip } from '../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The instructions that the selected devices support; disabled without devices. */
export function useSupportedInstructions(selection: DeviceSelection) {
  const client = useClient();
  return useQuery({
    // Not among the instructions: their states do not change what devices support.
    queryKey: [USER_QUERIES, 'supportedInstructions', selection],
    queryFn: ({ signal }) =>
      client.call('querySupportedInstructions', toSelectionPayload(selection), { signal }),
    enabled: countSelected(selection) > 0,
    staleTime: 30_000,
  });
}

export interface SendRequest
  extends Pick<PayloadInput<Operations['sendInstruction']>, 'channel' | 'expiresAfter'> {
  readonly selection: DeviceSelection;
  readonly instruction: InstructionName;
  readonly parameters: InstructionParameters;
  readonly confirmed: boolean;
}

/** Stores an instruction for each of the selected devices. */
export function useSendInstruction() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ selection, ...request }: SendRequest) =>
      client.call('sendInstruction', { ...toSelectionPayload(selection), ...request }),
    onSuccess({ taskProgressId }) {
      if (taskProgressId !== null) showTaskTooltip();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: INSTRUCTION_QUERIES }),
        queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'tasks'] }),
      ]),
  });
}
