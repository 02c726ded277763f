import { toOverviewChart } from '@wakeline/charts/overview-chart';
import { CHART_TOP } from '@wakeline/charts/report-chart';
import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewFilter, OverviewGrouping } from '@wakeline/contract/reports/overview';
import {
  OVERVIEW_FIGURE_TEXTS,
  OVERVIEW_MEASURES,
  type OverviewMeasure,
} from '@wakeline/contract/reports/overview-texts';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { type ChartUnits, useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from './overview.module.css';
import { type OverviewRequest, toOverviewFilter } from './overview-request.ts';
import { useOverview } from './use-overview.ts';

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

/** What the chart compares: of the total, and of devices by day, the devices are of interest. */
const CHARTED: Readonly<Record<OverviewGrouping, Exclude<OverviewGrouping, 'total'>>> = {
  device: 'device',
  deviceDay: 'deviceDay',
  group: 'group',
  day: 'day',
  week: 'week',
  month: 'month',
  total: 'device',
};

/** One figure of the overview, over time or of the highest devices or groups. */
export function OverviewChart({ request, measure, today, onMeasure }: OverviewChartProps) {
  const { t } = useTranslation('operationReport');
  const language = useLanguage();
  const names = OVERVIEW_FIGURE_TEXTS[language];
  const units = useChartUnits();
  const filter = toOverviewFilter(request);
  const by = CHARTED[filter.by];
  const isOverTime = by === 'day' || by === 'week' || by === 'month';
  const isCurrent = filter.endDay >= today;
  const isHeatmap = by === 'deviceDay' && filter.startDay !== filter.endDay;
  const ranking = useOverview({
    filter: { ...filter, by: by === 'deviceDay' ? 'device' : by },
    ...(isOverTime
      ? { sort: 'day', descending: false, size: LIMITS.reportDays }
      : { sort: measure, descending: true, size: CHART_TOP }),
    ...{ index: 1, isCurrent, enabled: true },
  });
  const top = ranking.data?.list.flatMap(({ trackerId }) => trackerId ?? []) ?? [];
  const days = useOverview({
    filter: byDay(filter, top),
    ...{ sort: 'name', descending: false, index: 1, size: CHART_TOP * LIMITS.reportRowDays, isCurrent },
    enabled: isHeatmap && top.length > 0,
  });
  const query = isHeatmap && top.length > 0 ? days : ranking;
  const rows = query.data?.list;
  const { failure, onRetry } = useListFailure(query);
  const { startDay, endDay } = filter;
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const charted = by === 'deviceDay' && !isHeatmap ? 'device' : by;
    return toOverviewChart(rows, {
      ...{ by: charted, measure, today, unit: units[UNIT_OF[measure]], period: { startDay, endDay } },
      language,
    });
  }, [rows, by, isHeatmap, measure, today, units, startDay, endDay, language]);
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

/** The days of the devices with the highest figures. */
function byDay(filter: OverviewFilter, trackerIds: readonly number[]): OverviewFilter {
  return { ...filter, by: 'deviceDay', groupIds: [], trackerIds: [...trackerIds], keywords: '' };
}
