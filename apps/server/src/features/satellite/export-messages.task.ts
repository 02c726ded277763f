import type { Language } from '@wakeline/contract/entities/user-config';
import { type EobBdMsgFilter, exportEobBdMsgExcelFile } from '@wakeline/contract/satellite/batches';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportEobBdMsgsSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: EobBdMsgFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportEobBdMsgsTask: TaskDefinition<ExportEobBdMsgsSubject, 'exportEobBdMsgs'> = {
  kind: 'exportEobBdMsgs',
  name: ({ format }) => ({
    zh_CN: `导出卫星消息记录（.${format}）`,
    en_US: `Export satellite messages (.${format})`,
  }),
  cancellable: true,
  workload: 'large',
  limited: true,
  retryAccess: () => exportEobBdMsgExcelFile.access,
};
