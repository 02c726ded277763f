import type { EventPage, StandingRow } from '@wakeline/contract/matches/event-page';
import { Empty, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/use-now.ts';
import styles from './event.module.css';
import type { RankedClass } from './event-model.ts';
import { formatGap, formatRaceTime } from './race-time.ts';

interface RankingProps {
  readonly page: EventPage;
  readonly classes: readonly RankedClass[];
  readonly followed: number | null;
  /** Epoch milliseconds of the replay; null: live. */
  readonly replayTime: number | null;
  readonly onFollow: (id: number | null) => void;
}

/** The ranking of each class. A click follows a participant on the map. */
export function Ranking({ page, classes, followed, replayTime, onFollow }: RankingProps) {
  const { t } = useTranslation('event');
  if (classes.length === 0) return <Empty description={t(page.hidden ? 'hidden' : 'noRanking')} />;
  return (
    <>
      {classes.map(({ key, className, rows }) => (
        <section key={key} className={styles.class} aria-label={className || t('allParticipants')}>
          {(className !== '' || classes.length > 1) && <h2>{className || t('allParticipants')}</h2>}
          <ol className={styles.rows}>
            {rows.map(({ racer, standing }) => (
              <li key={racer.participantId}>
                <button
                  type="button"
                  aria-pressed={followed === racer.participantId}
                  onClick={() => onFollow(racer.participantId)}
                >
                  <span className={styles.rank}>{standing.rank ?? '–'}</span>
                  <span className={styles.dot} style={{ background: racer.displayColor }} aria-hidden />
                  <span className={styles.number}>{racer.number}</span>
                  <span className={styles.name}>
                    <strong>{racer.participantName}</strong>
                    <small>{[racer.club, racer.nationality].filter((text) => text !== '').join(' · ')}</small>
                  </span>
                  <Result page={page} replayTime={replayTime} standing={standing} courseId={racer.courseId} />
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

interface ResultProps {
  readonly page: EventPage;
  readonly replayTime: number | null;
  readonly standing: StandingRow;
  readonly courseId: number | null;
}

/** Time and gap, the running clock, or why there is none. */
function Result({ page, replayTime, standing, courseId }: ResultProps) {
  const { t } = useTranslation('event');
  const now = useNow(1_000);
  const { status, elapsed, behind, start, score, stale, missing } = standing;
  const clock = replayTime ?? now - page.settings.delay * 1_000;
  const running = start === null ? null : (clock - start) / 1_000;
  const course = page.courses.find((one) => one.courseId === courseId)?.course;
  const point = course?.points.findIndex(({ id }) => id === standing.last) ?? -1;
  const isRunning = status === 'running';
  return (
    <span className={styles.result}>
      <span className={styles.time}>
        {score !== null && <b>{t('points', { count: score })}</b>}
        {status === 'finished' && elapsed !== null && <b>{formatRaceTime(elapsed)}</b>}
        {isRunning && running !== null && running >= 0 && <time>{formatRaceTime(running)}</time>}
        {status !== 'finished' && !isRunning && <Tag>{t(`status.${status}`)}</Tag>}
      </span>
      <small>
        {behind !== null && behind !== 0 && formatGap(behind)}
        {isRunning && course !== undefined && point > 0 && (
          <> {t('atPoint', { point, total: course.points.length - 1 })}</>
        )}
        {missing > 0 && <> {t('missing', { count: missing })}</>}
        {stale && (
          <span className={styles.stale} title={t('staleHint')}>
            {' '}
            {t('stale')}
          </span>
        )}
      </small>
    </span>
  );
}
