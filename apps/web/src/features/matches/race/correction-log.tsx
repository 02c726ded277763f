import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import { Empty, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { pointLabel } from '../courses/point-label.ts';
import styles from '../matches.module.css';
import { participantLabel } from './race-devices.ts';
import { useCorrections } from './use-race.ts';

interface CorrectionLogProps {
  readonly match: MatchDetails;
  readonly participants: ReadonlyMap<number, Participant>;
  /** Null: of all participants. */
  readonly participantId: number | null;
  /** Opens a participant; null: names are no links. */
  readonly onSelect: ((participantId: number) => void) | null;
}

/** Decisions of officials, the newest first. Those that a later one replaced are marked. */
export function CorrectionLog({ match, participants, participantId, onSelect }: CorrectionLogProps) {
  const { t } = useTranslation('matches');
  const { formatDateTime } = useFormat();
  const query = useCorrections(match.matchId, participantId);
  const describe = useDescribe(match);
  return (
    <QueryContent query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noCorrections')} />
        ) : (
          <ol className={styles.log}>
            {list.map((entry) => {
              const participant = participants.get(entry.participantId);
              const name = participant === undefined ? '…' : participantLabel(participant);
              return (
                <li key={entry.correctionId} data-effective={entry.isEffective}>
                  <span className={styles.logHead}>
                    {participantId === null &&
                      (onSelect === null ? (
                        <b>{name}</b>
                      ) : (
                        <button
                          type="button"
                          className={styles.textButton}
                          onClick={() => onSelect(entry.participantId)}
                        >
                          {name}
                        </button>
                      ))}
                    <span>{describe(entry.correction, participant)}</span>
                    {!entry.isEffective && <Tag>{t('superseded')}</Tag>}
                  </span>
                  {entry.reason !== '' && <span>{entry.reason}</span>}
                  <span className={styles.hint}>
                    {formatDateTime(entry.createTime)} · {entry.userName}
                  </span>
                </li>
              );
            })}
          </ol>
        )
      }
    </QueryContent>
  );
}

/** What a decision says. */
function useDescribe(match: MatchDetails) {
  const { t } = useTranslation('matches');
  const { formatTimeOfDay } = useFormat();
  function pointName(pointId: string, participant: Participant | undefined): string {
    const classOf = match.classes.find(({ classId }) => classId === participant?.classId);
    const courseId = participant?.courseId ?? classOf?.courseId ?? null;
    const course = match.courseList.find((one) => one.courseId === courseId)?.course;
    const index = course?.points.findIndex(({ id }) => id === pointId) ?? -1;
    const point = course?.points[index];
    // The course may have been replaced.
    return course === undefined || point === undefined ? pointId : pointLabel(point, index, course.type, t);
  }
  return (value: CorrectionValue, participant: Participant | undefined): string => {
    if (value.kind === 'status')
      return value.status === null
        ? t('said.statusBack')
        : t('said.status', { status: t(`status.${value.status}`) });
    if (value.kind === 'penalty') {
      const parts = [
        ...(value.seconds === 0 ? [] : [t('secondsOf', { count: value.seconds })]),
        ...(value.points === 0 ? [] : [t('pointsOf', { count: value.points })]),
      ];
      return parts.length === 0 ? t('said.noPenalty') : t('said.penalty', { penalty: parts.join(' · ') });
    }
    const point = pointName(value.pointId, participant);
    if (value.passing === null) return t('said.detected', { point });
    if (value.passing === 'missing') return t('said.missing', { point });
    if ('notUntil' in value.passing)
      return t('said.notUntil', { point, time: formatTimeOfDay(value.passing.notUntil) });
    return t('said.passed', { point, time: formatTimeOfDay(value.passing.time) });
  };
}
