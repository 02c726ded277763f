import { IconPencil } from '@tabler/icons-react';
import type { SplitPassing } from '@wakeline/contract/matches/standings';
import type { RaceCourse, RacePoint } from '@wakeline/domain/races/race-course';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { pointLabel } from '../courses/point-label.ts';
import styles from '../matches.module.css';
import { formatElapsed } from './race-time.ts';

interface SplitTableProps {
  readonly course: RaceCourse;
  readonly passings: readonly SplitPassing[];
  /** Epoch milliseconds, also without a passing of the start; null: not known. */
  readonly startTime: number | null;
  /** Null: the user may not correct passings. */
  readonly onCorrect: ((point: RacePoint, label: string, passing: SplitPassing | null) => void) | null;
}

/** When a participant passed each point of their course, with the ranks at the point and on the leg. */
export function SplitTable({ course, passings, startTime, onCorrect }: SplitTableProps) {
  const { t } = useTranslation('matches');
  const { formatTimeOfDay } = useFormat();
  const byPoint = new Map(passings.map((passing) => [passing.pointId, passing]));
  const ranked = (seconds: number, rank: number | null) => (
    <>
      {formatElapsed(seconds)} {rank !== null && <small>({rank})</small>}
    </>
  );
  return (
    <table className={styles.points}>
      <thead>
        <tr>
          <th>{t('pointName')}</th>
          <th>{t('passingTime')}</th>
          <th>{t('elapsed')}</th>
          <th>{t('leg')}</th>
          {onCorrect !== null && <th aria-label={t('correct')} />}
        </tr>
      </thead>
      <tbody>
        {course.points.map((point, index) => {
          const passing = byPoint.get(point.id) ?? null;
          const label = pointLabel(point, index, course.type, t);
          const time = passing?.time ?? (point.kind === 'start' ? startTime : null);
          return (
            <tr key={point.id} data-missing={time === null}>
              <td>{label}</td>
              <td>
                {time === null ? '—' : formatTimeOfDay(time)}
                {passing?.corrected && <small className={styles.corrected}>{t('corrected')}</small>}
              </td>
              <td>{passing === null ? '' : ranked(passing.elapsed, passing.rank)}</td>
              <td>{passing === null || passing.leg === null ? '' : ranked(passing.leg, passing.legRank)}</td>
              {onCorrect !== null && (
                <td>
                  <IconButton
                    size="small"
                    label={t('correctOne', { name: label })}
                    icon={<IconPencil size={16} />}
                    onClick={() => onCorrect(point, label, passing)}
                  />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
