import type { ChartModel } from '@wakeline/charts/chart-model';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../parts/charts/chart.tsx';
import { type ChartUnits, useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../live-events.module.css';
import { useLiveEventQuery } from '../use-live-event.ts';

/** Milliseconds between two requests; equal to those of the numbers, with which they share a request. */
const REFRESH_MS = 5_000;

type Points = ResultOf<Operations['queryMatchStatistics']>['points'];

/** Viewers, comments and gifts of a live event over time. */
export function StatisticsCharts({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('liveHolder');
  const units = useChartUnits();
  const query = useLiveEventQuery('queryMatchStatistics', { matchId }, REFRESH_MS);
  const points = query.data?.points;
  const failure = useListFailure(query);
  const models = useMemo(() => {
    if (points === undefined) return undefined;
    const chart = (title: string, series: readonly Series[]) =>
      toModel(points, units, { title, time: t('charts.time'), series });
    return {
      viewers: chart(t('charts.viewers'), [
        { key: 'viewers', name: t('charts.viewers'), of: (one) => one.viewers },
      ]),
      activity: chart(t('charts.activity'), [
        { key: 'comments', name: t('charts.comments'), of: (one) => one.comments },
        { key: 'gifts', name: t('charts.gifts'), of: (one) => one.gifts },
      ]),
    };
  }, [points, units, t]);
  return (
    <div className={styles.charts}>
      <Chart model={models?.viewers} {...failure} empty={t('charts.noViewers')} />
      <Chart model={models?.activity} {...failure} empty={t('charts.noActivity')} />
    </div>
  );
}

interface Series {
  readonly key: string;
  readonly name: string;
  readonly of: (point: Points[number]) => number | null;
}

function toModel(
  points: Points,
  { count }: ChartUnits,
  {
    title,
    time,
    series,
  }: { readonly title: string; readonly time: string; readonly series: readonly Series[] },
): ChartModel {
  return {
    title,
    kind: 'line',
    axis: { kind: 'time', name: time, times: points.map((point) => point.time) },
    series: series.map(({ key, name, of }) => ({ key, name, unit: count, values: points.map(of) })),
  };
}
