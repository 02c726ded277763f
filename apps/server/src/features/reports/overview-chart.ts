import { toOverviewChart } from '@wakeline/charts/overview-chart';
import { CHART_TOP } from '@wakeline/charts/report-chart';
import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewFilter } from '@wakeline/contract/reports/overview';
import type { PrintedChart } from '../../report-files/pdf/pdf-content.ts';
import type { ReportRun } from '../../report-files/report-definition.ts';
import { readOverview } from '../../reports/overview.ts';
import type { OverviewPeriod } from '../../reports/overview-rows.ts';
import { formatDay } from '../../reports/report-days.ts';
import { presentOverviewRow } from './present-overview.ts';

/** The mileage over time, or of the devices or groups with the highest one, as the chart of the console. */
export async function overviewCharts(
  { tx, reader, now }: ReportRun,
  filter: OverviewFilter,
  period: OverviewPeriod,
): Promise<readonly PrintedChart[]> {
  const by = filter.by === 'total' ? 'device' : filter.by;
  const highest = { sort: 'mileage', direction: 'descending', limit: CHART_TOP, offset: 0 } as const;
  const isOverTime = by === 'day' || by === 'week' || by === 'month';
  const page = isOverTime
    ? ({ sort: 'day', direction: 'ascending', limit: LIMITS.reportDays, offset: 0 } as const)
    : highest;
  const isByDay = by === 'deviceDay' && filter.startDay !== filter.endDay;
  const ranked = { ...filter, by: by === 'deviceDay' ? ('device' as const) : by };
  let rows = await readOverview(tx, reader, ranked, period, page);
  if (isByDay) {
    const trackerIds = rows.flatMap(({ tracker_id }) => tracker_id ?? []);
    const days = { ...filter, groupIds: [], trackerIds, keywords: '' };
    const all = {
      sort: 'day',
      direction: 'ascending',
      limit: CHART_TOP * LIMITS.reportRowDays,
      offset: 0,
    } as const;
    rows = trackerIds.length === 0 ? [] : await readOverview(tx, reader, days, period, all);
  }
  return [
    toOverviewChart(rows.map(presentOverviewRow), {
      by: isByDay ? 'deviceDay' : ranked.by,
      measure: 'mileage',
      unit: 'distance',
      period: filter,
      today: formatDay(period.days.dayOf(now).day),
      language: reader.language,
    }),
  ];
}
