import { REPORT_NAMES, type ReportKind } from '@wakeline/contract/reports/report-files';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface RunReportSubject {
  readonly runId: number;
  readonly scheduleName: string;
  readonly report: ReportKind;
  readonly startDay: string;
  readonly endDay: string;
}

/** Creates the files of a scheduled report and stores the e-mails about them. */
export const runReportTask: TaskDefinition<RunReportSubject, 'runReportSchedule'> = {
  kind: 'runReportSchedule',
  name: ({ scheduleName, report, startDay, endDay }) => {
    const [zh, en] = startDay === endDay ? ['', ''] : [` 至 ${endDay}`, ` to ${endDay}`];
    return {
      zh_CN: `定时报表“${scheduleName}”：${REPORT_NAMES[report].zh_CN} ${startDay}${zh}`,
      en_US: `Scheduled report “${scheduleName}”: ${REPORT_NAMES[report].en_US.toLowerCase()} ${startDay}${en}`,
    };
  },
  cancellable: true,
  workload: 'large',
  // Due times have one run each; requested ones have a limit of their own.
  limited: false,
  // A schedule can be run again on its page.
  retryAccess: null,
};
