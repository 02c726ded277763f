import { useQuery } from '@tanstack/react-query';
import { type EventPage, eventSplits } from '@wakeline/contract/matches/event-page';
import { Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './event.module.css';
import type { RankedClass } from './event-model.ts';
import { pointName } from './point-name.ts';
import { formatRaceTime } from './race-time.ts';

/** Milliseconds between two requests while the table is open. */
const INTERVAL_MS = 5_000;

interface SplitTableProps {
  /** `/service/live/event/CODE` */
  readonly address: string;
  readonly page: EventPage;
  readonly classes: readonly RankedClass[];
}

/** The time of each participant of a class at each point, with legs and places. */
export function SplitTable({ address, page, classes }: SplitTableProps) {
  const { t } = useTranslation('event');
  const { data, isPending } = useQuery({
    queryKey: ['event-splits', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${address}/splits`, { cache: 'no-cache', signal });
      return eventSplits.parse(await response.json());
    },
    refetchInterval: INTERVAL_MS,
    gcTime: 0,
  });
  const [selected, setSelected] = useState<string | null>(null);
  const withCourse = classes.filter(({ courseId }) => courseId !== null);
  const displayed = withCourse.find(({ key }) => key === selected) ?? withCourse[0];
  const course = page.courses.find(({ courseId }) => courseId === displayed?.courseId)?.course;
  if (displayed === undefined || course === undefined) return <Empty description={t('noRanking')} />;
  if (isPending) return <Skeleton active />;
  const splits = new Map((data?.splits ?? []).map(({ id, passings }) => [id, passings]));
  const points = course.points.slice(1);
  return (
    <>
      {withCourse.length > 1 && (
        <Select
          className={styles.classSelect ?? ''}
          aria-label={t('class')}
          value={displayed.key}
          onChange={setSelected}
          options={withCourse.map(({ key, className }) => ({
            value: key,
            label: className || t('allParticipants'),
          }))}
        />
      )}
      <div className={styles.splits}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('participant')}</th>
              {points.map(({ id }) => (
                <th key={id} scope="col">
                  {pointName(course, id, t)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {displayed.rows.map(({ racer, standing }) => {
              const passings = new Map(
                (splits.get(racer.participantId) ?? []).map((passing) => [passing.pointId, passing]),
              );
              return (
                <tr key={racer.participantId}>
                  <th scope="row">
                    <span className={styles.rank}>{standing.rank ?? '–'}</span> {racer.number}{' '}
                    {racer.participantName}
                  </th>
                  {points.map(({ id }) => {
                    const passing = passings.get(id);
                    return (
                      <td key={id} className={passing?.rank === 1 ? (styles.best ?? '') : ''}>
                        {passing !== undefined && (
                          <>
                            {formatRaceTime(passing.elapsed)} <small>{passing.rank}</small>
                            <br />
                            <small>
                              {passing.leg !== null && formatRaceTime(passing.leg)} {passing.legRank}
                            </small>
                          </>
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
