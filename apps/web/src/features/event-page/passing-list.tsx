import type { EventPage, EventSnapshot } from '@wakeline/contract/matches/event-page';
import type { LiveEntrance } from '@wakeline/contract/matches/live-conf';
import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './event.module.css';
import { type EventRacer, isInEntrance } from './event-model.ts';
import { pointName } from './point-name.ts';
import { formatRaceTime } from './race-time.ts';

interface PassingListProps {
  readonly page: EventPage;
  readonly racers: ReadonlyMap<number, EventRacer>;
  readonly passings: EventSnapshot['passings'];
  readonly entrance: LiveEntrance | null;
  readonly onFollow: (id: number) => void;
}

/** The last passings of points, the newest first. */
export function PassingList({ page, racers, passings, entrance, onFollow }: PassingListProps) {
  const { t } = useTranslation('event');
  const { formatTimeOfDay } = useFormat();
  const rows = passings.flatMap((passing) => {
    const racer = racers.get(passing.id);
    return racer === undefined || !isInEntrance(entrance, racer) ? [] : [{ passing, racer }];
  });
  if (rows.length === 0) return <Empty description={t('noPassings')} />;
  return (
    <ol className={styles.rows}>
      {rows.map(({ passing, racer }) => {
        const course = page.courses.find(({ courseId }) => courseId === racer.courseId)?.course;
        return (
          <li key={`${passing.id} ${passing.point}`}>
            <button type="button" onClick={() => onFollow(passing.id)}>
              <span className={styles.dot} style={{ background: racer.displayColor }} aria-hidden />
              <span className={styles.number}>{racer.number}</span>
              <span className={styles.name}>
                <strong>{racer.participantName}</strong>
                <small>{course === undefined ? '' : pointName(course, passing.point, t)}</small>
              </span>
              <span className={styles.result}>
                <span className={styles.time}>
                  <b>{formatRaceTime(passing.elapsed)}</b>
                </span>
                <small>
                  {passing.rank !== null && t('place', { rank: passing.rank })}{' '}
                  {formatTimeOfDay(passing.time)}
                </small>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
