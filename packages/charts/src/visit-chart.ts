import type { Language } from '@wakeline/contract/entities/user-config';
import type {
  FenceVisitGrouping,
  FenceVisitSumRow,
  FenceVisitSumSort,
} from '@wakeline/contract/reports/fence-visits';
import { FENCE_VISIT_FIGURE_TEXTS } from '@wakeline/contract/reports/fence-visits-texts';
import type { ChartModel } from './chart-model.ts';
import { REPORT_CHART_TEXTS, toReportChart } from './report-chart.ts';
import { rangeText, rowRange } from './row-range.ts';

/** Figures that a chart of visits can show. */
export const VISIT_MEASURES = [
  'visits',
  'duration',
  'metres',
] as const satisfies readonly FenceVisitSumSort[];
export type VisitMeasure = (typeof VISIT_MEASURES)[number];

const FIGURES = { visits: 'visits', duration: 'time', metres: 'distance' } as const;

interface RowOptions {
  readonly by: FenceVisitGrouping;
  readonly period: { readonly startDay: string; readonly endDay: string };
  readonly language: Language;
}

/** The name of a figure. */
export function visitMeasureName(measure: VisitMeasure, language: Language): string {
  return FENCE_VISIT_FIGURE_TEXTS[language][FIGURES[measure]].name;
}

/** What a row of sums is about. */
export function titleOfVisitSum(
  { fenceName, trackerName, groupName, startDay }: FenceVisitSumRow,
  { by, period, language }: RowOptions,
): string {
  if (by === 'fence') return fenceName ?? '';
  if (by === 'device') return trackerName ?? '';
  if (by === 'group') return groupName ?? REPORT_CHART_TEXTS[language].noGroup;
  return rangeText(rowRange(by, startDay ?? period.startDay, period));
}

/** One figure of the visits, in the order of the rows. */
export function toVisitChart<Unit>(
  rows: readonly FenceVisitSumRow[],
  { measure, unit, ...options }: RowOptions & { readonly measure: VisitMeasure; readonly unit: Unit },
): ChartModel<Unit> {
  const { by, language } = options;
  const bars = rows.map((row) => ({
    title: titleOfVisitSum(row, options),
    startDay: row.startDay,
    value: row[measure],
  }));
  return toReportChart(bars, {
    ...{ by, unit, language, key: measure, measure: visitMeasureName(measure, language) },
  });
}
