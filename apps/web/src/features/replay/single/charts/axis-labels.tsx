import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { timeTicks } from '../../../../format/time-ticks.ts';
import { useFormat } from '../../../../format/use-format.ts';
import type { Axis } from './axis.ts';
import styles from './charts.module.css';
import { PLOT_LEFT, PLOT_RIGHT } from './draw-plot.ts';
import { niceStep, ticksBetween } from './scale.ts';

/** Width of an axis label, pixels. */
const LABEL_WIDTH = 76;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface AxisLabelsProps {
  readonly axis: Axis;
  /** Width of the axis, pixels. */
  readonly width: number;
}

/** The labels below the charts: time and day, or distance. */
export function AxisLabels({ axis, width }: AxisLabelsProps) {
  const { t } = useTranslation('format');
  const { formatTimeOfDay, formatMonthDay, timeZone } = useFormat();
  const { kind, from, to } = axis;
  const maxTicks = Math.max(1, Math.floor(width / LABEL_WIDTH));
  const labels = kind === 'time' ? timeLabels() : distanceLabels();

  function timeLabels() {
    const { step, ticks } = timeTicks(from, to, maxTicks, timeZone);
    return ticks.map((at) => {
      const time = formatTimeOfDay(at);
      const label = step < MINUTE ? time : time.slice(0, 5);
      // Midnight is labelled with the day that starts.
      return { at, label: step >= DAY || time === '00:00:00' ? formatMonthDay(at) : label };
    });
  }

  function distanceLabels() {
    return ticksBetween(from, to, niceStep(to - from, maxTicks)).map((at) => {
      const { value, unit } = formatDistance(at);
      return { at, label: `${value} ${t(`unit.${unit}`)}` };
    });
  }

  return (
    <div
      className={styles.labels}
      style={{ marginLeft: PLOT_LEFT, marginRight: PLOT_RIGHT }}
      aria-hidden="true"
    >
      {labels.map(({ at, label }) => (
        <span key={at} style={{ left: `${((at - from) / (to - from)) * 100}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}
