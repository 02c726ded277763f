import { toOverspeedChart } from '@wakeline/charts/overspeed-chart';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
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
  const language = useLanguage();
  const units = useChartUnits();
  const query = useOverspeedSums(request, by, today);
  const { failure, onRetry } = useListFailure(query);
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const { startDay, endDay } = request;
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const days = daysBetween({ startDay, endDay });
    return toOverspeedChart(rows, { by, days, today, language, unit: units.count });
  }, [rows, by, startDay, endDay, today, language, units]);
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
