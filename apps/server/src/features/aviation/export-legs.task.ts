import { exportLegsExcel, type LegFilter } from '@wakeline/contract/aviation/legs';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportLegsSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: LegFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportLegsTask: TaskDefinition<ExportLegsSubject, 'exportLegs'> = {
  kind: 'exportLegs',
  name: ({ format }) => ({ zh_CN: `导出航段（.${format}）`, en_US: `Export legs (.${format})` }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportLegsExcel.access,
};
