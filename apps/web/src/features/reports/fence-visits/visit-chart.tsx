import { CHART_TOP, isOverTime } from '@wakeline/charts/report-chart';
import {
  toVisitChart,
  VISIT_MEASURES,
  type VisitMeasure,
  visitMeasureName,
} from '@wakeline/charts/visit-chart';
import { LIMITS } from '@wakeline/contract/limits';
import type { FenceVisitGrouping } from '@wakeline/contract/reports/fence-visits';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { type ChartUnits, useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../reports.module.css';
import { useVisitSums } from './use-visits.ts';
import type { VisitRequest } from './visit-request.ts';

const UNIT_OF: Readonly<Record<VisitMeasure, keyof ChartUnits>> = {
  visits: 'count',
  duration: 'duration',
  metres: 'distance',
};

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
  const page = isOverTime(by)
    ? ({ by, sumSort: 'name', descending: false, index: 1, size: LIMITS.reportDays } as const)
    : ({ by, sumSort: measure, descending: true, index: 1, size: CHART_TOP } as const);
  const query = useVisitSums(request, page, today, true);
  const { failure, onRetry } = useListFailure(query);
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const { startDay, endDay } = request;
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const period = { startDay, endDay };
    return toVisitChart(rows, { by, measure, period, language, unit: units[UNIT_OF[measure]] });
  }, [rows, by, measure, startDay, endDay, language, units]);
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
          options={VISIT_MEASURES.map((value) => ({ value, label: visitMeasureName(value, language) }))}
          onChange={onMeasure}
        />
      }
    />
  );
}
