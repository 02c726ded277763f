import { SchedulesPage } from './schedules-page.tsx';

export function DataCenterSchedulesPage() {
  return <SchedulesPage section="dataCenter" />;
}

export function DataCountSchedulesPage() {
  return <SchedulesPage section="dataCount" />;
}
