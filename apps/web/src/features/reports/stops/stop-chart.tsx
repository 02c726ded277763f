import type { StopSums } from '@wakeline/contract/reports/stops';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../parts/charts/chart.tsx';
import { useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import styles from '../reports.module.css';
import { STOP_MEASURES, type StopMeasure } from './stop-request.ts';

interface StopChartProps {
  /** Undefined during the first load. */
  readonly days: readonly (StopSums & { readonly day: string })[] | undefined;
  readonly measure: StopMeasure;
  /** The account's present day: days to come are left out. */
  readonly today: string;
  readonly failure: string | null;
  readonly onRetry: (() => void) | null;
  readonly onMeasure: (measure: StopMeasure) => void;
}

/** The stops of each day. */
export function StopChart({ days, measure, today, failure, onRetry, onMeasure }: StopChartProps) {
  const { t } = useTranslation('stopReport');
  const { t: tReports } = useTranslation('reports');
  const units = useChartUnits();
  const model = useMemo(() => {
    if (days === undefined) return undefined;
    const passed = days.filter(({ day }) => day <= today);
    const name = t(`chart.${measure}`);
    return {
      title: t('chart.title', { measure: name }),
      kind: 'bar' as const,
      axis: {
        kind: 'category' as const,
        name: tReports('chart.day'),
        categories: passed.map(({ day }) => day),
        labels: passed.map(({ day }) => day.slice(5)),
      },
      series: [
        {
          key: measure,
          name,
          unit: measure === 'stops' ? units.count : units.duration,
          // A day without any stop has no bar, and a period without is empty.
          values: passed.map((sums) => (sums.stops === 0 ? null : sums[measure])),
        },
      ],
    };
  }, [days, measure, today, units, t, tReports]);
  return (
    <Chart
      model={model}
      failure={failure}
      onRetry={onRetry}
      empty={tReports('chart.empty')}
      tools={
        <Select<StopMeasure>
          size="small"
          className={styles.measure ?? ''}
          aria-label={tReports('chart.measure')}
          value={measure}
          options={STOP_MEASURES.map((value) => ({ value, label: t(`chart.${value}`) }))}
          onChange={onMeasure}
        />
      }
    />
  );
}
