import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import styles from '../matches.module.css';
import { participantColor } from './participant-color.ts';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const PARTICIPANT_TABLE_WIDTH = 1_160;

export function useParticipantColumns(match: MatchDetails): readonly RecordColumn<Participant>[] {
  const { t } = useTranslation('matches');
  const { formatDateTime } = useFormat();
  const classOf = (classId: number | null) => match.classes.find((one) => one.classId === classId);
  return [
    {
      key: 'number',
      title: t('number'),
      width: 100,
      render: (participant) => (
        <span className={styles.colored}>
          <span className={styles.swatch} style={{ background: participantColor(participant) }} />
          {participant.number === '' ? '—' : participant.number}
        </span>
      ),
    },
    {
      key: 'name',
      title: t('personName'),
      width: 180,
      render: ({ participantName }) => <span title={participantName}>{participantName}</span>,
    },
    {
      key: 'club',
      title: t('club'),
      width: 140,
      optional: true,
      render: ({ club }) => (club === '' ? '—' : <span title={club}>{club}</span>),
    },
    {
      key: 'nationality',
      title: t('nationality'),
      width: 90,
      optional: true,
      initiallyHidden: true,
      render: ({ nationality }) => nationality || '—',
    },
    {
      key: 'class',
      title: t('class'),
      width: 130,
      render: ({ classId, courseId }) => (
        <span className={styles.lines}>
          <span>{classOf(classId)?.className ?? '—'}</span>
          {courseId !== null && (
            <small>{match.courseList.find((one) => one.courseId === courseId)?.course.name}</small>
          )}
        </span>
      ),
    },
    {
      key: 'start',
      title: t('startTime'),
      width: 180,
      optional: true,
      render: ({ startTime, classId }) => {
        if (startTime !== null) return <span className={styles.number}>{formatDateTime(startTime)}</span>;
        return (
          <span className={styles.muted}>
            {t(classOf(classId)?.startMode === 'individual' ? 'detectedStart' : 'classStart')}
          </span>
        );
      },
    },
    {
      key: 'device',
      title: t('device'),
      width: 150,
      render: ({ trackerName }) => trackerName ?? <span className={styles.warning}>{t('noDevice')}</span>,
    },
    {
      key: 'window',
      title: t('window'),
      width: 200,
      optional: true,
      render: ({ window }) =>
        window === null ? (
          '—'
        ) : (
          <span className={styles.lines}>
            <span className={styles.number}>{formatDateTime(window.from)}</span>
            <span className={styles.number}>{formatDateTime(window.to)}</span>
          </span>
        ),
    },
  ];
}
