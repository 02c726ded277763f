import { toOverviewChart } from '@wakeline/charts/overview-chart';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewFilter, OverviewGrouping } from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS } from '@wakeline/contract/reports/overview-texts';
import type { PrintedChart } from '../../report-files/pdf/pdf-content.ts';
import type { ReportRun } from '../../report-files/report-definition.ts';
import { readOverview } from '../../reports/overview.ts';
import type { OverviewPeriod } from '../../reports/overview-rows.ts';
import { formatDay } from '../../reports/report-days.ts';
import { presentOverviewRow } from './present-overview.ts';

/** Devices and groups with the highest mileage. */
const TOP = 20;

type ChartTexts = Readonly<Record<OverviewGrouping, (measure: string) => string>>;

const TITLES: Readonly<Record<Language, ChartTexts>> = {
  zh_CN: {
    device: (measure) => `${measure}最高的 ${TOP} 台设备`,
    deviceDay: (measure) => `${measure}最高的 ${TOP} 台设备，按日`,
    group: (measure) => `${measure}最高的 ${TOP} 个分组`,
    day: (measure) => `每日${measure}`,
    week: (measure) => `每周${measure}`,
    month: (measure) => `每月${measure}`,
    total: (measure) => `${measure}最高的 ${TOP} 台设备`,
  },
  en_US: {
    device: (measure) => `${measure} of the ${TOP} highest devices`,
    deviceDay: (measure) => `${measure} of the ${TOP} highest devices by day`,
    group: (measure) => `${measure} of the ${TOP} highest groups`,
    day: (measure) => `${measure} by day`,
    week: (measure) => `${measure} by week`,
    month: (measure) => `${measure} by month`,
    total: (measure) => `${measure} of the ${TOP} highest devices`,
  },
};
const NO_GROUP = { zh_CN: '未分组', en_US: 'No group' } as const satisfies Record<Language, string>;

/** The mileage over time, or of the devices or groups with the highest one, as the chart of the console. */
export async function overviewCharts(
  { tx, reader, now }: ReportRun,
  filter: OverviewFilter,
  period: OverviewPeriod,
): Promise<readonly PrintedChart[]> {
  const { language } = reader;
  const by = filter.by === 'total' ? 'device' : filter.by;
  const highest = { sort: 'mileage', direction: 'descending', limit: TOP, offset: 0 } as const;
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
      limit: TOP * LIMITS.reportRowDays,
      offset: 0,
    } as const;
    rows = trackerIds.length === 0 ? [] : await readOverview(tx, reader, days, period, all);
  }
  const measure = OVERVIEW_FIGURE_TEXTS[language].mileage.name;
  return [
    toOverviewChart(rows.map(presentOverviewRow), {
      by: isByDay ? 'deviceDay' : ranked.by,
      measure: 'mileage',
      unit: 'distance',
      period: filter,
      today: formatDay(period.days.dayOf(now).day),
      texts: { title: TITLES[language][filter.by](measure), axis: '', measure, noGroup: NO_GROUP[language] },
    }),
  ];
}
