import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { useFormat } from '../../../../format/use-format.ts';
import type { Axis } from './axis.ts';
import styles from './charts.module.css';
import { PLOT_LEFT, PLOT_RIGHT } from './draw-plot.ts';
import { niceStep, ticksBetween, timeTicks } from './scale.ts';

/** Pixels that a word of the axis needs. */
const LABEL_WIDTH = 76;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface AxisLabelsProps {
  readonly axis: Axis;
  /** Pixels of the axis. */
  readonly width: number;
}

/** The words under the charts: clock and day, or kilometres. */
export function AxisLabels({ axis, width }: AxisLabelsProps) {
  const { t } = useTranslation('format');
  const { formatTimeOfDay, formatMonthDay, timeZone } = useFormat();
  const { kind, from, to } = axis;
  const most = Math.max(1, Math.floor(width / LABEL_WIDTH));
  const words = kind === 'time' ? timeLabels() : distanceLabels();

  function timeLabels() {
    const { step, ticks } = timeTicks(from, to, most, timeZone);
    return ticks.map((at) => {
      const time = formatTimeOfDay(at);
      const word = step < MINUTE ? time : time.slice(0, 5);
      // Midnight is the day that begins.
      return { at, word: step >= DAY || time === '00:00:00' ? formatMonthDay(at) : word };
    });
  }

  function distanceLabels() {
    return ticksBetween(from, to, niceStep(to - from, most)).map((at) => {
      const { value, unit } = formatDistance(at);
      return { at, word: `${value} ${t(`unit.${unit}`)}` };
    });
  }

  return (
    <div
      className={styles.words}
      style={{ marginLeft: PLOT_LEFT, marginRight: PLOT_RIGHT }}
      aria-hidden="true"
    >
      {words.map(({ at, word }) => (
        <span key={at} style={{ left: `${((at - from) / (to - from)) * 100}%` }}>
          {word}
        </span>
      ))}
    </div>
  );
}
