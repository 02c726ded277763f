import { STOP_MEASURES, type StopMeasure, stopMeasureName, toStopChart } from '@wakeline/charts/stop-chart';
import type { StopSums } from '@wakeline/contract/reports/stops';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import styles from '../reports.module.css';

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
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const units = useChartUnits();
  const model = useMemo(() => {
    if (days === undefined) return undefined;
    const unit = measure === 'stops' ? units.count : units.duration;
    return toStopChart(days, { measure, today, unit, language });
  }, [days, measure, today, units, language]);
  return (
    <Chart
      model={model}
      failure={failure}
      onRetry={onRetry}
      empty={t('chart.empty')}
      tools={
        <Select<StopMeasure>
          size="small"
          className={styles.measure ?? ''}
          aria-label={t('chart.measure')}
          value={measure}
          options={STOP_MEASURES.map((value) => ({ value, label: stopMeasureName(value, language) }))}
          onChange={onMeasure}
        />
      }
    />
  );
}
