import { toOverviewChart } from '@wakeline/charts/overview-chart';
import { OVERVIEW_MEASURES, type OverviewMeasure } from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS } from '@wakeline/contract/reports/overview-texts';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { type ChartUnits, useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../reports.module.css';
import { type OverviewRequest, toOverviewFilter } from './overview-request.ts';
import { useOverviewChart } from './use-overview.ts';

const UNIT_OF: Readonly<Record<OverviewMeasure, keyof ChartUnits>> = {
  mileage: 'distance',
  tripTime: 'duration',
  stopTime: 'duration',
  trips: 'count',
  stops: 'count',
  overspeeds: 'count',
  alarms: 'count',
};

interface OverviewChartProps {
  readonly request: OverviewRequest;
  readonly measure: OverviewMeasure;
  readonly today: string;
  readonly onMeasure: (measure: OverviewMeasure) => void;
}

/** One figure of the overview, over time or of the highest devices or groups. */
export function OverviewChart({ request, measure, today, onMeasure }: OverviewChartProps) {
  const { t } = useTranslation('operationReport');
  const language = useLanguage();
  const names = OVERVIEW_FIGURE_TEXTS[language];
  const units = useChartUnits();
  const filter = toOverviewFilter(request);
  const { startDay, endDay } = filter;
  const query = useOverviewChart(filter, measure, endDay >= today);
  const { failure, onRetry } = useListFailure(query);
  const { data } = query;
  const model = useMemo(() => {
    if (data === undefined) return undefined;
    const { by, rows } = data;
    return toOverviewChart(rows, {
      ...{ by, measure, today, unit: units[UNIT_OF[measure]], period: { startDay, endDay } },
      language,
    });
  }, [data, measure, today, units, startDay, endDay, language]);
  return (
    <Chart
      model={model}
      failure={failure}
      onRetry={onRetry}
      empty={t('chart.empty')}
      tools={
        <Select<OverviewMeasure>
          size="small"
          className={styles.measure ?? ''}
          aria-label={t('chart.measure')}
          value={measure}
          options={OVERVIEW_MEASURES.map((value) => ({ value, label: names[value].name }))}
          onChange={onMeasure}
        />
      }
    />
  );
}
