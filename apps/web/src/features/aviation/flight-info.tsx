import { IconArrowRight } from '@tabler/icons-react';
import type { Flight } from '@wakeline/contract/aviation/flights';
import type { TaskFlight } from '@wakeline/contract/aviation/watch-tasks';
import { useTranslation } from 'react-i18next';
import styles from './flight-info.module.css';
import { FlightStateText } from './flights/flight-state.tsx';
import { placeText } from './flights/place-field.tsx';
import { TimeWithUtc } from './time-with-utc.tsx';

/** The flight of a task: from and to, planned and actual times, state. */
export function FlightInfo({ flight }: { readonly flight: TaskFlight }) {
  const { t } = useTranslation('flights');
  const { flightNumber, tailNumber, departure, arrival, takeoffTime, arrivalTime, overdue } = flight;
  const late = overdue === null ? undefined : overdue.isUncertain ? 'uncertain' : 'overdue';
  return (
    <div className={styles.flight} data-late={late}>
      <div className={styles.head}>
        <span className={styles.name} title={flightNumber}>
          {[flightNumber, tailNumber].filter((text) => text !== null).join(' · ')}
        </span>
        <FlightStateText flight={flight} />
      </div>
      <FlightPlaces departure={departure} arrival={arrival} />
      <dl>
        <Times title="EOBT" planned={takeoffTime} actual={flight.actualTakeoff} text={t('actualTakeoff')} />
        <Times title="ETA" planned={arrivalTime} actual={flight.actualLanding} text={t('actualLanding')} />
      </dl>
    </div>
  );
}

/** Codes of both places, or the names of places that have none; the names as hints. */
export function FlightPlaces({ departure, arrival }: Pick<Flight, 'departure' | 'arrival'>) {
  return (
    <span className={styles.places} title={`${placeText(departure)} → ${placeText(arrival)}`}>
      <span>{departure.ident ?? departure.fieldName}</span>
      <IconArrowRight size={14} stroke={1.75} aria-label="→" />
      <span>{arrival.ident ?? arrival.fieldName}</span>
    </span>
  );
}

interface TimesProps {
  readonly title: string;
  readonly planned: number;
  /** Null: not known. */
  readonly actual: number | null;
  /** Of the actual time. */
  readonly text: string;
}

function Times({ title, planned, actual, text }: TimesProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <TimeWithUtc time={planned} />
        {actual !== null && (
          <span className={styles.actual}>
            {text} <TimeWithUtc time={actual} short />
          </span>
        )}
      </dd>
    </div>
  );
}
