import type { Language } from '@wakeline/contract/entities/user-config';
import { REPORT_NAMES, type ReportKind } from '@wakeline/contract/reports/report-files';
import type { reportFilter } from '@wakeline/contract/reports/report-filter';
import { describeReportSettings } from '@wakeline/contract/reports/report-settings-texts';
import type { z } from 'zod';
import { formatLocalTime } from '../local-time.ts';
import { readChosenNames } from '../reports/report-devices.ts';
import { readReportSettings } from '../reports/report-settings.ts';
import type { AboutLine, ReportDescription, ReportRun } from './report-definition.ts';

const TEXTS = {
  zh_CN: {
    report: '报表',
    period: '统计时间',
    to: '至',
    zone: '时区',
    groups: '分组',
    trackers: '设备',
    all: '全部',
    keywords: '搜索',
    none: '无',
    run: '生成时间',
    user: '用户',
    separator: '、',
  },
  en_US: {
    report: 'Report',
    period: 'Period',
    to: 'to',
    zone: 'Time zone',
    groups: 'Groups',
    trackers: 'Devices',
    all: 'all',
    keywords: 'Search',
    none: 'none',
    run: 'Created at',
    user: 'User',
    separator: ', ',
  },
} as const satisfies Record<Language, object>;

/** The description of a file: what it covers, for whom it was written, and how its figures are computed. */
export interface AboutReport {
  readonly title: string;
  readonly period: string;
  /** Time of the run with its time zone. */
  readonly runAt: string;
  /** The title, the period and the filter, then the run. */
  readonly coverage: readonly AboutLine[];
  readonly thresholds: readonly AboutLine[];
  readonly definitions: readonly AboutLine[];
}

/** Describes a report; groups and devices are named as far as the reader sees them. */
export async function aboutReport(
  { tx, reader, now }: ReportRun,
  report: ReportKind,
  filter: z.output<z.ZodObject<typeof reportFilter>>,
  { filter: lines, settings, thresholds, definitions }: ReportDescription,
): Promise<AboutReport> {
  const { language, timeZone, login } = reader;
  const text = TEXTS[language];
  const { groups, trackers } = await readChosenNames(tx, reader, filter);
  const account = await readReportSettings(tx, reader.accountId);
  const isLimited = filter.groupIds.length > 0 || filter.trackerIds.length > 0;
  const list = (names: readonly string[]) =>
    names.length > 0 ? names.join(text.separator) : isLimited ? text.none : text.all;
  const title = REPORT_NAMES[report][language];
  const period = `${filter.startDay} ${text.to} ${filter.endDay}`;
  const runAt = `${formatLocalTime(now, timeZone)} ${timeZone}`;
  return {
    title,
    period,
    runAt,
    coverage: [
      [text.report, title],
      [text.period, period],
      [text.zone, timeZone],
      [text.groups, list(groups)],
      [text.trackers, list(trackers)],
      [text.keywords, filter.keywords === '' ? text.none : filter.keywords],
      ...lines,
      [text.run, runAt],
      [text.user, login],
    ],
    thresholds: [...describeReportSettings(account, language, settings), ...thresholds],
    definitions,
  };
}
