import { LIMITS } from '@wakeline/contract/limits';
import type { FenceVisitGrouping } from '@wakeline/contract/reports/fence-visits';
import { FENCE_VISIT_GROUPING_TEXTS } from '@wakeline/contract/reports/fence-visits-texts';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { type ChartUnits, useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../reports.module.css';
import { titleOfRow } from './row-title.ts';
import { useVisitSums } from './use-visits.ts';
import { VISIT_MEASURES, type VisitMeasure, type VisitRequest } from './visit-request.ts';

const UNIT_OF: Readonly<Record<VisitMeasure, keyof ChartUnits>> = {
  visits: 'count',
  duration: 'duration',
  metres: 'distance',
};
/** Fences, devices and groups with the highest figures. */
const TOP = 20;

interface VisitChartProps {
  readonly request: VisitRequest;
  readonly by: FenceVisitGrouping;
  readonly measure: VisitMeasure;
  readonly today: string;
  readonly onMeasure: (measure: VisitMeasure) => void;
}

/** One figure of the visits: over time, or of the fences, devices or groups with the most of it. */
export function VisitChart({ request, by, measure, today, onMeasure }: VisitChartProps) {
  const { t } = useTranslation('fenceReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const units = useChartUnits();
  const isOverTime = by === 'day' || by === 'week' || by === 'month';
  const page = isOverTime
    ? ({ by, sumSort: 'name', descending: false, index: 1, size: LIMITS.reportDays } as const)
    : ({ by, sumSort: measure, descending: true, index: 1, size: TOP } as const);
  const query = useVisitSums(request, page, today, true);
  const { failure, onRetry } = useListFailure(query);
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const { startDay, endDay } = request;
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const name = t(`measure.${measure}`);
    const titles = rows.map((row) => titleOfRow(by, row, { startDay, endDay }) ?? tReports('noGroup'));
    const labels = rows.map(({ startDay: day }) => (by === 'month' ? day?.slice(0, 7) : day?.slice(5)) ?? '');
    const axis = {
      kind: 'category' as const,
      name: FENCE_VISIT_GROUPING_TEXTS[language][by],
      categories: titles,
    };
    return {
      title: `${name} · ${FENCE_VISIT_GROUPING_TEXTS[language][by]}`,
      kind: isOverTime ? ('bar' as const) : ('horizontalBar' as const),
      axis: isOverTime ? { ...axis, labels } : axis,
      series: [
        { key: measure, name, unit: units[UNIT_OF[measure]], values: rows.map((row) => row[measure]) },
      ],
    };
  }, [rows, by, isOverTime, measure, startDay, endDay, language, units, t, tReports]);
  return (
    <Chart
      model={model}
      failure={failure}
      onRetry={onRetry}
      empty={t('noneFound')}
      tools={
        <Select<VisitMeasure>
          size="small"
          className={styles.measure ?? ''}
          aria-label={tReports('chart.measure')}
          value={measure}
          options={VISIT_MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
          onChange={onMeasure}
        />
      }
    />
  );
}
