import type { Language } from '@wakeline/contract/entities/user-config';
import { exportMsgData } from '@wakeline/contract/notices/alarms';
import { exportMessageListExcel, type NoticeFilter } from '@wakeline/contract/notices/notices';
import type { AlarmPeriod } from '../../alarms/read-alarms.ts';
import type { TaskDefinition } from '../../tasks/kinds.ts';

interface ExportSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly language: Language;
  readonly timeZone: string;
}

export interface ExportNoticesSubject extends ExportSubject {
  readonly filter: NoticeFilter;
}

export interface ExportAlarmsSubject extends ExportSubject {
  readonly period: AlarmPeriod;
}

export const exportNoticesTask: TaskDefinition<ExportNoticesSubject, 'exportNotices'> = {
  kind: 'exportNotices',
  name: () => ({ zh_CN: '导出通知记录（.xlsx）', en_US: 'Export notifications (.xlsx)' }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportMessageListExcel.access,
};

export const exportAlarmsTask: TaskDefinition<ExportAlarmsSubject, 'exportAlarms'> = {
  kind: 'exportAlarms',
  name: () => ({ zh_CN: '导出报警处理记录（.xlsx）', en_US: 'Export alarm handling (.xlsx)' }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportMsgData.access,
};
