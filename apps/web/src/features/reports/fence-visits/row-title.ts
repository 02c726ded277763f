import { rangeText, rowRange } from '@wakeline/charts/row-range';
import type { FenceVisitGrouping, FenceVisitSumRow } from '@wakeline/contract/reports/fence-visits';
import type { ReportPeriod } from '../report-period.ts';

/** What a row of sums is about; null: devices without a group. */
export function titleOfRow(
  by: FenceVisitGrouping,
  { fenceName, trackerName, groupName, startDay }: FenceVisitSumRow,
  period: ReportPeriod,
): string | null {
  if (by === 'fence') return fenceName;
  if (by === 'device') return trackerName;
  if (by === 'group') return groupName;
  return rangeText(rowRange(by, startDay ?? period.startDay, period));
}
