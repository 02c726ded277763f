import { exportPlanesExcel, type PlaneFilter } from '@wakeline/contract/aviation/planes';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportPlanesSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: PlaneFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportPlanesTask: TaskDefinition<ExportPlanesSubject, 'exportPlanes'> = {
  kind: 'exportPlanes',
  name: ({ format }) => ({ zh_CN: `导出飞机（.${format}）`, en_US: `Export planes (.${format})` }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportPlanesExcel.access,
};
