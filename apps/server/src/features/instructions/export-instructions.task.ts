import type { Language } from '@wakeline/contract/entities/user-config';
import type { InstructionFilter } from '@wakeline/contract/instructions';
import { exportInstructions } from '@wakeline/contract/instructions';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportInstructionsSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: InstructionFilter;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportInstructionsTask: TaskDefinition<ExportInstructionsSubject, 'exportInstructions'> = {
  kind: 'exportInstructions',
  name: () => ({ zh_CN: '导出指令记录（.xlsx）', en_US: 'Export instructions (.xlsx)' }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportInstructions.access,
};
