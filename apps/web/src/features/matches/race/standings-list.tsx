import { IconClockExclamation } from '@tabler/icons-react';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import type { ClassStandings, Standing } from '@wakeline/contract/matches/standings';
import { Empty, Tag } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import styles from '../matches.module.css';
import { participantColor } from '../participants/participant-color.ts';
import { formatBehind, formatElapsed } from './race-time.ts';
import { StatusTag } from './status-tag.tsx';

/** Codes of missing points in a row. */
const MAX_CODES = 5;

interface StandingsListProps {
  readonly match: MatchDetails;
  /** Undefined: there is none. */
  readonly ranking: ClassStandings | undefined;
  readonly participants: ReadonlyMap<number, Participant>;
  readonly selectedId: number | null;
  /** Must be a stable function. */
  readonly onSelect: (participantId: number) => void;
}

/** The ranking of a class. A row that does not change is not rendered again. */
export function StandingsList({ match, ranking, participants, selectedId, onSelect }: StandingsListProps) {
  const { t } = useTranslation('matches');
  const course = match.courseList.find(({ courseId }) => courseId === ranking?.courseId)?.course;
  if (ranking === undefined || ranking.rows.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noStandings')} />;
  return (
    <ol className={styles.standings} aria-label={t('raceView.standings')}>
      {ranking.rows.map((row) => (
        <StandingRow
          key={row.participantId}
          row={row}
          participant={participants.get(row.participantId)}
          points={(course?.points.length ?? 1) - 1}
          isScore={course?.type === 'score'}
          isSelected={row.participantId === selectedId}
          onSelect={onSelect}
        />
      ))}
    </ol>
  );
}

interface StandingRowProps {
  readonly row: Standing;
  /** Undefined: not loaded yet. */
  readonly participant: Participant | undefined;
  /** Points of the course without the start. */
  readonly points: number;
  readonly isScore: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (participantId: number) => void;
}

const StandingRow = memo(function StandingRow(props: StandingRowProps) {
  const { row, participant, points, isScore, isSelected, onSelect } = props;
  const { t } = useTranslation('matches');
  const { formatTimeOfDay } = useFormat();
  const { participantId, rank, status, elapsed, behind, passed, missing, score, stale } = row;
  const name = participant?.participantName ?? '…';
  const isUnderWay = status === 'running' || status === 'finished' || status === 'missing-points';
  const time = elapsed === null || !(passed > 0 || isUnderWay) ? '' : formatElapsed(elapsed);
  return (
    <li data-selected={isSelected}>
      <button
        type="button"
        className={styles.standing}
        aria-pressed={isSelected}
        onClick={() => onSelect(participantId)}
      >
        <span className={styles.rank}>{rank ?? '–'}</span>
        <span
          className={styles.swatch}
          style={{ background: participantColor(participant ?? { participantId, color: null }) }}
        />
        <span className={styles.runner}>
          <span className={styles.runnerName} title={name}>
            {participant !== undefined && participant.number !== '' && <b>{participant.number}</b>} {name}
          </span>
          <span className={styles.hint}>
            <StatusTag status={status} />
            {isUnderWay && points > 0 && t('passedOf', { passed, points })}
            {status === 'not-started' && row.startTime !== null && formatTimeOfDay(row.startTime)}
            {missing.length > 0 && status !== 'not-started' && status !== 'running' && (
              <span className={styles.warning} title={missing.join(', ')}>
                {t('missingPoints', {
                  codes: `${missing.slice(0, MAX_CODES).join(', ')}${missing.length > MAX_CODES ? ' …' : ''}`,
                })}
              </span>
            )}
            {stale && (
              <Tag
                color="warning"
                icon={<IconClockExclamation size={12} className={styles.tagIcon} />}
                title={t('staleHint')}
              >
                {t('stale')}
              </Tag>
            )}
          </span>
        </span>
        <span className={styles.result}>
          <span>{isScore && score !== null ? t('score', { value: score }) : time}</span>
          <span className={styles.hint}>{isScore ? time : behind === null ? '' : formatBehind(behind)}</span>
        </span>
      </button>
    </li>
  );
});
