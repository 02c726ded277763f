import type { Language } from '@wakeline/contract/entities/user-config';
import { exportOperaOverview, type OverviewFilter } from '@wakeline/contract/reports/overview';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { OverviewOrder } from '../../reports/overview.ts';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportOverviewSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: OverviewFilter;
  readonly order: OverviewOrder;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportOverviewTask: TaskDefinition<ExportOverviewSubject, 'exportOperaOverview'> = {
  kind: 'exportOperaOverview',
  name: ({ filter: { startDay, endDay }, format }) => ({
    zh_CN: `导出运行总览 ${startDay} 至 ${endDay}（.${format}）`,
    en_US: `Export operation overview ${startDay} to ${endDay} (.${format})`,
  }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportOperaOverview.access,
};
