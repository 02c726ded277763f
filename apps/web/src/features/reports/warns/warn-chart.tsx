import { LIMITS } from '@wakeline/contract/limits';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../parts/charts/chart.tsx';
import { useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useWarnCounts } from './use-warns.ts';
import { useWarnCountName } from './warn-count-columns.tsx';
import type { WarnCountRequest } from './warn-request.ts';

/** Types, devices and groups with the highest numbers. */
const TOP = 20;
/** Bars of days; more are a line. */
const MAX_BARS = 62;

interface WarnChartProps {
  readonly request: WarnCountRequest;
  readonly today: string;
}

/** The numbers of alarms over time, or of the types, devices or groups that have most of them. */
export function WarnChart({ request, today }: WarnChartProps) {
  const { t } = useTranslation('warnReport');
  const { t: tReports } = useTranslation('reports');
  const units = useChartUnits();
  const { by } = request;
  const isRanking = by === 'type' || by === 'device' || by === 'group';
  const query = useWarnCounts(
    {
      ...{ ...request, index: 1, size: isRanking ? TOP : LIMITS.reportDays },
      ...(isRanking ? { sort: 'alarms', descending: true } : { sort: 'key', descending: false }),
    },
    today,
    true,
  );
  const rows = query.data?.list;
  const nameOf = useWarnCountName(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow the request and the language of t
  const model = useMemo(() => {
    if (rows === undefined) return undefined;
    const charted = rows.filter(({ startDay, alarms }) =>
      isRanking ? alarms > 0 : startDay === null || startDay <= today,
    );
    const hasAny = charted.some(({ alarms }) => alarms > 0);
    const categories = charted.map(nameOf);
    return {
      title: `${t('chart')} · ${t(`by.${by}`)}`,
      kind: isRanking
        ? ('horizontalBar' as const)
        : charted.length > MAX_BARS
          ? ('line' as const)
          : ('bar' as const),
      axis: {
        kind: 'category' as const,
        name: t(`key.${by}`),
        categories,
        ...(isRanking || by === 'hour'
          ? {}
          : {
              labels: charted.map(({ startDay }) =>
                (startDay ?? '').slice(by === 'month' ? 0 : 5, by === 'month' ? 7 : 10),
              ),
            }),
      },
      series: [
        {
          ...{ key: 'alarms', name: t('chart'), unit: units.count },
          values: charted.map(({ alarms }) => (hasAny ? alarms : null)),
        },
      ],
    };
  }, [rows, by, isRanking, today, units, t]);
  return <Chart model={model} {...useListFailure(query)} empty={tReports('chart.empty')} />;
}
