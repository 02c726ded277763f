import { exportTasksExcel, type WatchTaskFilter } from '@wakeline/contract/aviation/watch-tasks';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportWatchTasksSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: WatchTaskFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportWatchTasksTask: TaskDefinition<ExportWatchTasksSubject, 'exportWatchTasks'> = {
  kind: 'exportWatchTasks',
  name: ({ format }) => ({ zh_CN: `导出任务（.${format}）`, en_US: `Export tasks (.${format})` }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportTasksExcel.access,
};
