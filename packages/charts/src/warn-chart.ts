import type { Language } from '@wakeline/contract/entities/user-config';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { WarnCountRow, WarnGrouping } from '@wakeline/contract/reports/warns';
import { WARN_FIGURE_TEXTS } from '@wakeline/contract/reports/warns-texts';
import type { ChartModel } from './chart-model.ts';
import { isOverTime, REPORT_CHART_TEXTS, toReportChart } from './report-chart.ts';
import { rangeText, rowRange } from './row-range.ts';

interface RowOptions {
  readonly by: WarnGrouping;
  readonly period: { readonly startDay: string; readonly endDay: string };
  readonly language: Language;
}

/** What a row is about. */
export function titleOfWarnCount(
  { msgType, hour, startDay, trackerName, groupName }: WarnCountRow,
  { by, period, language }: RowOptions,
): string {
  if (msgType !== null) return NOTICE_TITLES[language][msgType];
  if (hour !== null) return `${String(hour).padStart(2, '0')}:00`;
  if (startDay !== null) return rangeText(rowRange(by, startDay, period));
  return trackerName ?? groupName ?? REPORT_CHART_TEXTS[language].noGroup;
}

/** The number of alarms, in the order of the rows: over time, or of what has alarms. */
export function toWarnChart<Unit>(
  rows: readonly WarnCountRow[],
  {
    unit,
    today,
    ...options
  }: RowOptions & {
    readonly unit: Unit;
    /** The account's present day: days to come are left out. */
    readonly today: string;
  },
): ChartModel<Unit> {
  const { by, language } = options;
  const charted = rows.filter(({ startDay, alarms }) =>
    isOverTime(by) ? startDay === null || startDay <= today : alarms > 0,
  );
  // A period without any alarm is empty, instead of a row of zeros.
  const hasAny = charted.some(({ alarms }) => alarms > 0);
  const bars = charted.map((row) => ({
    title: titleOfWarnCount(row, options),
    startDay: row.startDay,
    value: hasAny ? row.alarms : null,
  }));
  return toReportChart(bars, {
    ...{ by, unit, language, key: 'alarms', measure: WARN_FIGURE_TEXTS[language].count.name },
  });
}
