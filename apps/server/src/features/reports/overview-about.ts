import type { Language } from '@wakeline/contract/entities/user-config';
import {
  OVERVIEW_FIGURE_TEXTS,
  OVERVIEW_FIGURES,
  OVERVIEW_GROUPING_TEXTS,
} from '@wakeline/contract/reports/overview-texts';
import type { AboutSheet } from '@wakeline/formats/spreadsheets/written-sheet';
import { formatLocalTime } from '../../local-time.ts';
import type { ExportOverviewSubject } from './export-overview.task.ts';

interface OverviewRun extends Pick<ExportOverviewSubject, 'filter' | 'language' | 'timeZone'> {
  readonly login: string;
  readonly now: number;
  /** Names of the chosen groups and devices that the user sees. */
  readonly groups: readonly string[];
  readonly trackers: readonly string[];
  /** Devices whose figures are being computed again. */
  readonly recomputing: number;
}

const TEXTS = {
  zh_CN: {
    name: '说明',
    title: '报表',
    report: '运行总览',
    period: '统计时间',
    to: '至',
    zone: '时区',
    grouping: '统计方式',
    groups: '分组',
    trackers: '设备',
    all: '全部',
    keywords: '搜索',
    none: '无',
    run: '生成时间',
    user: '用户',
    recomputing: '正在重新统计的设备数',
    separator: '、',
  },
  en_US: {
    name: 'About',
    title: 'Report',
    report: 'Operation overview',
    period: 'Period',
    to: 'to',
    zone: 'Time zone',
    grouping: 'Rows',
    groups: 'Groups',
    trackers: 'Devices',
    all: 'all',
    keywords: 'Search',
    none: 'none',
    run: 'Created at',
    user: 'User',
    recomputing: 'Devices whose figures are being computed again',
    separator: ', ',
  },
} as const satisfies Record<Language, object>;

/** The last sheet of an export: what the report covers, and how its figures are computed. */
export function aboutOverview(run: OverviewRun): AboutSheet {
  const { filter, language, timeZone } = run;
  const text = TEXTS[language];
  const isLimited = filter.groupIds.length > 0 || filter.trackerIds.length > 0;
  const list = (names: readonly string[]) =>
    names.length > 0 ? names.join(text.separator) : isLimited ? text.none : text.all;
  const figures = OVERVIEW_FIGURE_TEXTS[language];
  return {
    name: text.name,
    rows: [
      [text.title, text.report],
      [text.period, `${filter.startDay} ${text.to} ${filter.endDay}`],
      [text.zone, timeZone],
      [text.grouping, OVERVIEW_GROUPING_TEXTS[language][filter.by]],
      [text.groups, list(run.groups)],
      [text.trackers, list(run.trackers)],
      [text.keywords, filter.keywords === '' ? text.none : filter.keywords],
      [text.run, `${formatLocalTime(run.now, timeZone)} ${timeZone}`],
      [text.user, run.login],
      [text.recomputing, run.recomputing],
      ...OVERVIEW_FIGURES.map((figure) => [figures[figure].name, figures[figure].definition] as const),
    ],
  };
}
