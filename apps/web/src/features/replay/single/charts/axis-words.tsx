import { useTranslation } from 'react-i18next';
import { distance } from '../../../../format/quantities.ts';
import { useFormat } from '../../../../format/use-format.ts';
import type { Axis } from './axis.ts';
import styles from './charts.module.css';
import { PLOT_LEFT, PLOT_RIGHT } from './draw-plot.ts';
import { marksBetween, niceStep, timeMarks } from './scale.ts';

/** Pixels that a word of the axis needs. */
const WORD = 76;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface AxisWordsProps {
  readonly axis: Axis;
  /** Pixels of the axis. */
  readonly width: number;
}

/** The words under the charts: clock and day, or kilometres. */
export function AxisWords({ axis, width }: AxisWordsProps) {
  const { t } = useTranslation('format');
  const { clock, monthDay, timeZone } = useFormat();
  const { kind, from, to } = axis;
  const most = Math.max(1, Math.floor(width / WORD));
  const words = kind === 'time' ? timeWords() : distanceWords();

  function timeWords() {
    const { step, marks } = timeMarks(from, to, most, timeZone);
    return marks.map((at) => {
      const time = clock(at);
      const word = step < MINUTE ? time : time.slice(0, 5);
      // Midnight is the day that begins.
      return { at, word: step >= DAY || time === '00:00:00' ? monthDay(at) : word };
    });
  }

  function distanceWords() {
    return marksBetween(from, to, niceStep(to - from, most)).map((at) => {
      const { value, unit } = distance(at);
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
