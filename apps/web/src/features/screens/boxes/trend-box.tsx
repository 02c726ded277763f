import { isEmptyChart } from '@wakeline/charts/chart-model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { BareChart } from '../../../parts/charts/chart.tsx';
import { useChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { Magnified } from '../../../ui/magnified.tsx';
import { useBoxTitle } from '../box-title.ts';
import { useBoxData } from '../screen-source.ts';
import { useScreenTextScale } from '../screen-text.ts';
import { useHeight } from '../use-height.ts';
import type { BoxContentProps } from './box-content.ts';
import { BoxEmpty } from './box-empty.tsx';
import styles from './boxes.module.css';
import { toTrendChart, unitOf } from './trend-chart.ts';

/** A figure of the last 24 hours, 7 or 30 days. */
export function TrendBox({ box, isTable }: BoxContentProps) {
  const { boxId, options } = box;
  const { trend, trendDays } = options;
  const { t } = useTranslation('screens');
  const { formatTimeOfDay } = useFormat();
  const units = useChartUnits();
  const title = useBoxTitle(box);
  const data = useBoxData(boxId, 'trend');
  const [height, measure] = useHeight();
  const scale = useScreenTextScale();
  const points = data?.points;
  const model = useMemo(() => {
    if (points === undefined) return null;
    const texts = { title, axis: t(trendDays === 1 ? 'hour' : 'day'), series: t(`trend.${trend}`) };
    return toTrendChart(points, trend, unitOf(trend, units), texts, formatTimeOfDay);
  }, [points, title, trend, trendDays, units, formatTimeOfDay, t]);
  if (model === null) return <BoxEmpty text={null} />;
  // Their number is known to be 0, the other figures are unknown without data.
  const hasNoAlarms = trend === 'alarms' && points?.every(({ value }) => value === 0) === true;
  if (hasNoAlarms || isEmptyChart(model)) return <BoxEmpty text={t(`noTrend.${trend}`)} />;
  return (
    <Magnified factor={scale}>
      <div ref={measure} className={styles.chart} data-table={isTable}>
        {height > 0 && <BareChart model={model} height={height} isTable={isTable} />}
      </div>
    </Magnified>
  );
}
