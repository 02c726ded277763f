import type { LegGrouping, LegSum } from '@wakeline/contract/aviation/legs';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { serverNow } from '../../../live/live-store.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { type ChartUnits, useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import styles from '../aviation.module.css';
import { type LegRequest, SUM_MEASURES, type SumMeasure } from './leg-request.ts';
import { toSumChart } from './sum-chart-model.ts';

const UNIT_OF: Readonly<Record<SumMeasure, keyof ChartUnits>> = {
  flightTime: 'duration',
  landings: 'count',
  legs: 'count',
  distance: 'distance',
};
const TEXT_OF = {
  flightTime: 'flightTime',
  landings: 'landings',
  legs: 'count',
  distance: 'distance',
} as const satisfies Record<SumMeasure, string>;

interface SumChartProps {
  readonly by: LegGrouping;
  readonly request: LegRequest;
  /** At least one. */
  readonly rows: readonly LegSum[];
  readonly onMeasure: (measure: SumMeasure) => void;
}

/** Bars of the sums: what they measure is a choice in the address. */
export function SumChart({ by, request, rows, onMeasure }: SumChartProps) {
  const { t } = useTranslation('legs');
  const { timeZone } = useFormat();
  const units = useChartUnits();
  const [openedAt] = useState(serverNow);
  const { measure, startTime, endTime } = request;
  const model = useMemo(
    () =>
      toSumChart(rows, {
        by,
        measure,
        unit: units[UNIT_OF[measure]],
        request: { startTime, endTime },
        timeZone,
        now: openedAt,
        texts: {
          title: t(`chart.${by}`, { measure: t(TEXT_OF[measure]) }),
          axis: t(`by.${by}`),
          measure: t(TEXT_OF[measure]),
          noField: t('noField'),
          others: (count) => t('chart.others', { count }),
        },
      }),
    [rows, by, measure, units, startTime, endTime, timeZone, openedAt, t],
  );
  return (
    <Chart
      model={model}
      failure={null}
      onRetry={null}
      empty={t('noneFound')}
      tools={
        <Select<SumMeasure>
          size="small"
          className={styles.measure ?? ''}
          aria-label={t('chart.measure')}
          value={measure}
          options={SUM_MEASURES.map((value) => ({ value, label: t(TEXT_OF[value]) }))}
          onChange={onMeasure}
        />
      }
    />
  );
}
