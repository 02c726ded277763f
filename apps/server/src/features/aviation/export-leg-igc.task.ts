import { exportLegIgc } from '@wakeline/contract/aviation/legs';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportLegIgcSubject {
  /** Requester: the file is written if they see the leg when the task runs. */
  readonly userId: number;
  readonly legId: number;
  readonly tailNumber: string;
  readonly language: Language;
}

export const exportLegIgcTask: TaskDefinition<ExportLegIgcSubject, 'exportLegIgc'> = {
  kind: 'exportLegIgc',
  name: ({ tailNumber }) => ({
    zh_CN: `导出航段（IGC）：${tailNumber}`,
    en_US: `Export a leg (IGC): ${tailNumber}`,
  }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportLegIgc.access,
};
