import type { Language } from '@wakeline/contract/entities/user-config';
import { type BdUserFilter, exportBdUserExcelFile } from '@wakeline/contract/satellite/accounts';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportBdUsersSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: BdUserFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportBdUsersTask: TaskDefinition<ExportBdUsersSubject, 'exportBdUsers'> = {
  kind: 'exportBdUsers',
  name: ({ format }) => ({
    zh_CN: `导出通信账号（.${format}）`,
    en_US: `Export communication accounts (.${format})`,
  }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportBdUserExcelFile.access,
};
