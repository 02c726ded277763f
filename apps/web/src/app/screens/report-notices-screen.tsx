import type { ComponentProps } from 'react';
import { NoticeListPage } from '../../features/notices/notice-list-page.tsx';
import { ReportScreen } from '../../features/reports/report-screen.tsx';
import type { Screen } from '../../ui/screen.tsx';
import { NoticeSchedule } from './list-schedules.tsx';

/** The notices as a page of the data center. */
export function ReportNoticesScreen() {
  return <NoticeListPage Frame={Frame} Schedule={NoticeSchedule} />;
}

function Frame({ action, filters, children }: ComponentProps<typeof Screen>) {
  return (
    <ReportScreen page={{ section: 'dataCenter', name: 'noticeRecord' }} action={action} filters={filters}>
      {children}
    </ReportScreen>
  );
}
