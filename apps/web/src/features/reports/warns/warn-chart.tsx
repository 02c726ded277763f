import { CHART_TOP, isOverTime } from '@wakeline/charts/report-chart';
import { toWarnChart } from '@wakeline/charts/warn-chart';
import { LIMITS } from '@wakeline/contract/limits';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Chart } from '../../../parts/charts/chart.tsx';
import { useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useWarnCounts } from './use-warns.ts';
import type { WarnCountRequest } from './warn-request.ts';

interface WarnChartProps {
  readonly request: WarnCountRequest;
  readonly today: string;
}

/** The numbers of alarms over time, or of the types, devices or groups that have most of them. */
export function WarnChart({ request, today }: WarnChartProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const units = useChartUnits();
  const { by } = request;
  const query = useWarnCounts(
    {
      ...{ ...request, index: 1, size: isOverTime(by) ? LIMITS.reportDays : CHART_TOP },
      ...(isOverTime(by) ? { sort: 'key', descending: false } : { sort: 'alarms', descending: true }),
    },
    today,
    true,
  );
  const rows = query.data?.list;
  const { startDay, endDay } = request;
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const period = { startDay, endDay };
    return toWarnChart(rows, { by, period, today, language, unit: units.count });
  }, [rows, by, startDay, endDay, today, language, units]);
  return <Chart model={model} {...useListFailure(query)} empty={t('chart.empty')} />;
}
