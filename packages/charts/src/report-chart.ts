import type { Language } from '@wakeline/contract/entities/user-config';
import type { ChartAxis, ChartModel } from './chart-model.ts';

/** Devices, groups, fences or types that a chart compares: those with the highest figures. */
export const CHART_TOP = 20;
/** Bars over time; more are a line. */
const MAX_BARS = 62;

/** What a bar, or a line of a heat map, is about. */
export type ChartSubject =
  | 'device'
  | 'deviceDay'
  | 'group'
  | 'fence'
  | 'type'
  | 'hour'
  | 'day'
  | 'week'
  | 'month';

interface ChartTexts {
  readonly titles: Readonly<Record<ChartSubject, (measure: string) => string>>;
  /** What the categories are. */
  readonly axes: Readonly<Record<ChartSubject, string>>;
  readonly noGroup: string;
}

/** Texts of the charts of reports, for the console and for files that the server writes. */
export const REPORT_CHART_TEXTS: Readonly<Record<Language, ChartTexts>> = {
  zh_CN: {
    titles: {
      device: (measure) => `${measure}（前 ${CHART_TOP} 台设备）`,
      deviceDay: (measure) => `${measure}（前 ${CHART_TOP} 台设备，按日）`,
      group: (measure) => `${measure}（前 ${CHART_TOP} 个分组）`,
      fence: (measure) => `${measure}（前 ${CHART_TOP} 个围栏）`,
      type: (measure) => `${measure}（前 ${CHART_TOP} 种类型）`,
      hour: (measure) => `${measure}（按小时）`,
      day: (measure) => `${measure}（按日）`,
      week: (measure) => `${measure}（按周）`,
      month: (measure) => `${measure}（按月）`,
    },
    axes: {
      ...{ device: '设备名称', deviceDay: '日期', group: '分组', fence: '围栏', type: '类型', hour: '小时' },
      ...{ day: '日期', week: '周', month: '月' },
    },
    noGroup: '未分组',
  },
  en_US: {
    titles: {
      device: (measure) => `${measure}: top ${CHART_TOP} devices`,
      deviceDay: (measure) => `${measure} by day: top ${CHART_TOP} devices`,
      group: (measure) => `${measure}: top ${CHART_TOP} groups`,
      fence: (measure) => `${measure}: top ${CHART_TOP} fences`,
      type: (measure) => `${measure}: top ${CHART_TOP} types`,
      hour: (measure) => `${measure} by hour`,
      day: (measure) => `${measure} by day`,
      week: (measure) => `${measure} by week`,
      month: (measure) => `${measure} by month`,
    },
    axes: {
      ...{ device: 'Device', deviceDay: 'Day', group: 'Group', fence: 'Fence', type: 'Type', hour: 'Hour' },
      ...{ day: 'Day', week: 'Week', month: 'Month' },
    },
    noGroup: 'No group',
  },
};

/** Whether bars follow each other in time, instead of being ranked. */
export function isOverTime(subject: ChartSubject): subject is 'hour' | 'day' | 'week' | 'month' {
  return subject === 'hour' || subject === 'day' || subject === 'week' || subject === 'month';
}

interface ChartBar {
  readonly title: string;
  /** First day of the bar, yyyy-MM-dd; null: it is not about days. */
  readonly startDay: string | null;
  readonly value: number | null;
}

/** The chart of one measure: bars or a line over time, or ranked bars. */
export function toReportChart<Unit>(
  bars: readonly ChartBar[],
  {
    by,
    key,
    measure,
    unit,
    language,
  }: {
    readonly by: Exclude<ChartSubject, 'deviceDay'>;
    readonly key: string;
    /** Its name. */
    readonly measure: string;
    readonly unit: Unit;
    readonly language: Language;
  },
): ChartModel<Unit> {
  const { titles, axes } = REPORT_CHART_TEXTS[language];
  const isTime = isOverTime(by);
  const axis: ChartAxis = {
    kind: 'category',
    name: axes[by],
    categories: bars.map(({ title }) => title),
    ...(isTime && by !== 'hour' ? { labels: bars.map(({ startDay }) => dayLabel(by, startDay ?? '')) } : {}),
  };
  return {
    title: titles[by](measure),
    kind: !isTime ? 'horizontalBar' : bars.length > MAX_BARS ? 'line' : 'bar',
    axis,
    series: [{ key, name: measure, unit, values: bars.map(({ value }) => value) }],
  };
}

/** The short text of a day, or of a month. */
function dayLabel(by: ChartSubject, day: string): string {
  return by === 'month' ? day.slice(0, 7) : day.slice(5);
}
