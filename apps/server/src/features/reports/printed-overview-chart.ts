import { toOverviewChart } from '@wakeline/charts/overview-chart';
import type { OverviewFilter } from '@wakeline/contract/reports/overview';
import type { PrintedChart } from '../../report-files/pdf/pdf-content.ts';
import type { ReportRun } from '../../report-files/report-definition.ts';
import type { OverviewPeriod } from '../../reports/overview-rows.ts';
import { formatDay } from '../../reports/report-days.ts';
import { readOverviewChart } from './overview-chart.ts';

/** The mileage over time, or of the devices or groups with the highest one, as the chart of the console. */
export async function printedOverviewChart(
  { tx, reader, now }: ReportRun,
  filter: OverviewFilter,
  period: OverviewPeriod,
): Promise<PrintedChart> {
  const { by, rows } = await readOverviewChart(tx, reader, filter, period, 'mileage');
  return toOverviewChart(rows, {
    ...{ by, measure: 'mileage', unit: 'distance', period: filter },
    today: formatDay(period.days.dayOf(now).day),
    language: reader.language,
  });
}
