import type { Flight, FlightState } from '@wakeline/contract/aviation/flights';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import styles from '../aviation.module.css';
import { TimeWithUtc } from '../time-with-utc.tsx';
import { placeText } from './place-field.tsx';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const FLIGHT_TABLE_WIDTH = 1_320;

const STATE_COLORS: Readonly<Record<FlightState, string>> = {
  planned: 'default',
  offBlock: 'processing',
  flying: 'processing',
  landed: 'success',
  overdue: 'warning',
  unobserved: 'default',
  cancelled: 'default',
};

export function useFlightColumns(): readonly RecordColumn<Flight>[] {
  const { t } = useTranslation('flights');
  return [
    { key: 'flightNumber', title: t('flightNumber'), width: 120, render: ({ flightNumber }) => flightNumber },
    { key: 'state', title: t('stateLabel'), width: 150, render: (flight) => <StateText flight={flight} /> },
    {
      key: 'plane',
      title: t('plane'),
      width: 110,
      optional: true,
      render: ({ tailNumber }) => tailNumber,
    },
    { key: 'from', title: t('from'), width: 190, render: ({ departure }) => <PlaceText place={departure} /> },
    {
      key: 'takeoffTime',
      title: t('takeoffTime'),
      sortable: true,
      width: 230,
      render: ({ takeoffTime, actualTakeoff }) => <FlightTime planned={takeoffTime} actual={actualTakeoff} />,
    },
    {
      key: 'to',
      title: t('to'),
      width: 190,
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
      width: 230,
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
      render: ({ note }) => (note === '' ? null : <span title={note}>{note}</span>),
    },
  ];
}

/** The state by colour and text; an overdue flight with its reason. */
function StateText({ flight: { state, overdue, isDiverted } }: { readonly flight: Flight }) {
  const { t } = useTranslation('flights');
  const color = overdue?.isUncertain === true ? 'error' : STATE_COLORS[state];
  const reason = overdue === null ? null : overdue.isUncertain ? 'uncertain' : overdue.reason;
  return (
    <span className={styles.lines}>
      <span>
        <Tag color={color}>{t(`state.${state}`)}</Tag>
      </span>
      {reason !== null && <span className={styles.utcHint}>{t(`overdue.${reason}`)}</span>}
      {isDiverted && <span className={styles.utcHint}>{t('diverted')}</span>}
    </span>
  );
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
