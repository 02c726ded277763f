import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../parts/charts/chart.tsx';
import { useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { daysBetween } from '../report-period.ts';
import { OVERSPEED_CHARTS, type OverspeedChartKind, type OverspeedRequest } from './overspeed-request.ts';
import { useOverspeedSums } from './use-overspeeds.ts';

interface OverspeedChartProps {
  readonly request: OverspeedRequest;
  readonly by: OverspeedChartKind;
  /** The account's present day: days to come are left out. */
  readonly today: string;
  readonly onChange: (by: OverspeedChartKind) => void;
}

/** The number of overspeeds by day, or of the devices with the most of them. */
export function OverspeedChart({ request, by, today, onChange }: OverspeedChartProps) {
  const { t } = useTranslation('overspeedReport');
  const { t: tReports } = useTranslation('reports');
  const units = useChartUnits();
  const query = useOverspeedSums(request, by, today);
  const { failure, onRetry } = useListFailure(query);
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const { startDay, endDay } = request;
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const name = t('chart.count');
    const series = (values: readonly (number | null)[]) => [
      { key: 'count', name, unit: units.count, values },
    ];
    if (by === 'device') {
      const categories = rows.map(({ trackerName }) => trackerName ?? '');
      const axis = { kind: 'category' as const, name: tReports('column.device'), categories };
      return {
        title: t('chart.device'),
        kind: 'horizontalBar' as const,
        axis,
        series: series(rows.map(({ count }) => count)),
      };
    }
    const byDay = new Map(rows.map(({ startDay: day, count }) => [day, count]));
    const days = rows.length === 0 ? [] : daysBetween({ startDay, endDay }).filter((day) => day <= today);
    const labels = days.map((day) => day.slice(5));
    const axis = { kind: 'category' as const, name: tReports('chart.day'), categories: days, labels };
    return {
      title: t('chart.day'),
      kind: 'bar' as const,
      axis,
      series: series(days.map((day) => byDay.get(day) ?? 0)),
    };
  }, [rows, by, startDay, endDay, today, units, t, tReports]);
  return (
    <Chart
      model={model}
      failure={failure}
      onRetry={onRetry}
      empty={t('noneFound')}
      tools={
        <Segmented<OverspeedChartKind>
          size="small"
          aria-label={t('chart.by')}
          value={by}
          options={OVERSPEED_CHARTS.map((value) => ({ value, label: t(`chart.by_${value}`) }))}
          onChange={onChange}
        />
      }
    />
  );
}
