import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type ReportDays, reportDays } from '../../reports/report-days.ts';

/**
 * The days of a report of single records.
 *
 * @throws NamedError `report-rows-too-long` above 31 days, `report-period` and `report-too-long`
 */
export function requireRecordDays(
  { startDay, endDay }: { readonly startDay: string; readonly endDay: string },
  timeZone: string,
): ReportDays {
  const days = reportDays(startDay, endDay, timeZone);
  if (days.days.length > LIMITS.reportRowDays) throw new NamedError('report-rows-too-long');
  return days;
}
