import { toOverspeedChart } from '@wakeline/charts/overspeed-chart';
import { CHART_TOP } from '@wakeline/charts/report-chart';
import type { OverspeedFilter, OverspeedGrouping } from '@wakeline/contract/reports/overspeeds';
import type { PrintedChart } from '../../report-files/pdf/pdf-content.ts';
import type { ReportRun } from '../../report-files/report-definition.ts';
import { type OverspeedPeriod, readOverspeedGroups } from '../../reports/overspeeds.ts';
import { formatDay } from '../../reports/report-days.ts';
import { presentOverspeedGroup } from './present-overspeeds.ts';

/** The devices with the most overspeeds and, for more than a day, their number by day: both charts of the console. */
export async function overspeedCharts(
  { tx, reader, now }: ReportRun,
  filter: OverspeedFilter,
  period: OverspeedPeriod,
): Promise<readonly PrintedChart[]> {
  const days = period.days.days.map(({ day }) => formatDay(day));
  const today = formatDay(period.days.dayOf(now).day);
  const chart = async (by: OverspeedGrouping, limit: number): Promise<PrintedChart> => {
    const rows = await readOverspeedGroups(tx, reader, filter, period, { by, limit, offset: 0 });
    const options = { by, days, today, language: reader.language, unit: 'count' } as const;
    return toOverspeedChart(rows.map(presentOverspeedGroup), options);
  };
  const byDevice = await chart('device', CHART_TOP);
  return days.length === 1 ? [byDevice] : [byDevice, await chart('day', days.length)];
}
