import type { OverviewGrouping } from '@wakeline/contract/reports/overview';
import type { ReportScheduleForm } from '@wakeline/contract/reports/schedules';

/** A schedule without its recipients; `group` is the name of a group, or null for all devices. */
export type DemoSchedule = Omit<ReportScheduleForm, 'content' | 'userIds' | 'addresses'> & {
  readonly group: string | null;
  readonly by: OverviewGrouping;
};

/** What a dispatcher has in the morning, and the management at the beginning of a week. */
export function createSchedules(group: string): readonly DemoSchedule[] {
  return [
    {
      scheduleName: '港口作业日报 Harbour daily',
      ...{ group, by: 'device', period: 'yesterday', formats: ['xlsx'], enabled: true },
      times: { repeat: 'daily', day: null, minute: 390 },
    },
    {
      scheduleName: '车队周报 Fleet weekly',
      ...{ group: null, by: 'deviceDay', period: 'lastWeek', formats: ['xlsx', 'csv'], enabled: true },
      times: { repeat: 'weekly', day: 1, minute: 480 },
    },
  ];
}
