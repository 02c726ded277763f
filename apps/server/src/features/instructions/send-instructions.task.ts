import type { InstructionParameters } from '@wakeline/contract/instructions';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { InstructionChannel } from '@wakeline/domain/instructions/instruction-state';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface SendInstructionsSubject {
  readonly userId: number;
  readonly login: string;
  readonly trackerIds: readonly number[];
  readonly instruction: InstructionName;
  readonly parameters: InstructionParameters;
  readonly channel: InstructionChannel;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Stores an instruction for many devices. */
export const sendInstructionsTask: TaskDefinition<SendInstructionsSubject, 'sendInstructions'> = {
  kind: 'sendInstructions',
  name: ({ instruction, trackerIds: { length: count } }) => {
    const { title } = instructionOf(instruction);
    return {
      zh_CN: `向 ${count} 台设备下发“${title.zh_CN}”`,
      en_US: `Send "${title.en_US}" to ${count} devices`,
    };
  },
  cancellable: true,
  workload: 'small',
  limited: true,
  // Devices would be changed later than their user intended: they send and confirm it again.
  retryAccess: null,
};
