import type { Language } from '@wakeline/contract/entities/user-config';
import { exportPeopleExcel, type PersonFilter } from '@wakeline/contract/people/people';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportPeopleSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: PersonFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportPeopleTask: TaskDefinition<ExportPeopleSubject, 'exportPeople'> = {
  kind: 'exportPeople',
  name: ({ format }) => ({ zh_CN: `导出人员（.${format}）`, en_US: `Export people (.${format})` }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportPeopleExcel.access,
};
