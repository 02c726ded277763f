import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewFilter } from '@wakeline/contract/reports/overview';
import { type ReportDays, reportDays } from '../../reports/report-days.ts';

/**
 * The days of an overview.
 *
 * @throws NamedError `report-period`, `report-too-long`, or `report-rows-too-long` for more than 31 days by device and day
 */
export function requireOverviewDays(
  { startDay, endDay, by }: Pick<OverviewFilter, 'startDay' | 'endDay' | 'by'>,
  timeZone: string,
): ReportDays {
  const days = reportDays(startDay, endDay, timeZone);
  if (by === 'deviceDay' && days.days.length > LIMITS.reportRowDays)
    throw new NamedError('report-rows-too-long');
  return days;
}
