import { OverviewPage } from './overview-page.tsx';

/** Rows of devices, complete or by day. */
export function DataCenterOverviewPage() {
  return <OverviewPage kind="center" />;
}

/** Sums of devices by time or group. */
export function DataCountOverviewPage() {
  return <OverviewPage kind="count" />;
}
