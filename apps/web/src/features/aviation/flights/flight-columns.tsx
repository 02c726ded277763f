import type { Flight } from '@wakeline/contract/aviation/flights';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import styles from '../aviation.module.css';
import { TimeWithUtc } from '../time-with-utc.tsx';
import { FlightStateText } from './flight-state.tsx';
import { placeText } from './place-field.tsx';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const FLIGHT_TABLE_WIDTH = 1_310;

export function useFlightColumns(): readonly RecordColumn<Flight>[] {
  const { t } = useTranslation('flights');
  return [
    {
      key: 'flightNumber',
      title: t('flightNumber'),
      width: 140,
      render: ({ flightNumber, tasks }) => (
        <span className={styles.lines}>
          <span>{flightNumber}</span>
          <FlightTasks tasks={tasks} />
        </span>
      ),
    },
    {
      key: 'state',
      title: t('stateLabel'),
      width: 120,
      render: (flight) => <FlightStateText flight={flight} />,
    },
    {
      key: 'plane',
      title: t('plane'),
      width: 100,
      optional: true,
      render: ({ tailNumber }) => tailNumber,
    },
    { key: 'from', title: t('from'), width: 150, render: ({ departure }) => <PlaceText place={departure} /> },
    {
      key: 'takeoffTime',
      title: t('takeoffTime'),
      sortable: true,
      width: 215,
      render: ({ takeoffTime, actualTakeoff }) => <FlightTime planned={takeoffTime} actual={actualTakeoff} />,
    },
    {
      key: 'to',
      title: t('to'),
      width: 150,
      render: ({ arrival, isLocal }) => (
        <span className={styles.lines}>
          <PlaceText place={arrival} />
          {isLocal && <span className={styles.utcHint}>{t('local')}</span>}
        </span>
      ),
    },
    {
      key: 'arrivalTime',
      title: t('arrivalTime'),
      width: 215,
      render: ({ arrivalTime, actualLanding }) => <FlightTime planned={arrivalTime} actual={actualLanding} />,
    },
    {
      key: 'alternate',
      title: t('alternate'),
      width: 110,
      optional: true,
      initiallyHidden: true,
      render: ({ alternate }) => alternate,
    },
    {
      key: 'peopleOnBoard',
      title: t('peopleOnBoard'),
      width: 100,
      optional: true,
      initiallyHidden: true,
      render: ({ peopleOnBoard }) => <span className={styles.number}>{peopleOnBoard}</span>,
    },
    {
      key: 'note',
      title: t('note'),
      optional: true,
      initiallyHidden: true,
      render: ({ note }) => (note === '' ? null : <span title={note}>{note}</span>),
    },
  ];
}

function PlaceText({ place }: { readonly place: Flight['departure'] }) {
  const text = placeText(place);
  return <span title={text}>{text}</span>;
}

/** The planned time, and the actual one below it. */
function FlightTime({ planned, actual }: { readonly planned: number; readonly actual: number | null }) {
  const { t } = useTranslation('flights');
  return (
    <span className={styles.lines}>
      <TimeWithUtc time={planned} />
      {actual !== null && (
        <span>
          {t('actual')} <TimeWithUtc time={actual} short />
        </span>
      )}
    </span>
  );
}

/** The tasks of a flight: open ones lead to their map, closed ones to the list. */
function FlightTasks({ tasks }: Pick<Flight, 'tasks'>) {
  const { t } = useTranslation('flights');
  return tasks.map(({ taskId, taskName: name, isOpen }) => (
    <Link
      key={taskId}
      className={styles.taskLink ?? ''}
      title={t(isOpen ? 'openTask' : 'closedTask', { name })}
      to={
        isOpen
          ? `/taskTracking?tasks=${taskId}`
          : `/taskTracking/tasks?${new URLSearchParams({ keywords: name })}`
      }
    >
      {t(isOpen ? 'openTask' : 'closedTask', { name })}
    </Link>
  ));
}
