import type { TerminalPlane } from '@wakeline/contract/satellite/planes';
import { phaseAt } from '@wakeline/domain/aviation/flight-status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useServerNow, useTracker } from '../../../live/live-store.ts';
import styles from './conversations.module.css';

/** The live state of a plane, and its current or next flight. */
export function PlaneStrip({ plane }: { readonly plane: TerminalPlane }) {
  return (
    <div className={styles.plane}>
      <LiveState trackerId={plane.trackerId} />
      {plane.flight !== null && <FlightText flight={plane.flight} />}
    </div>
  );
}

function LiveState({ trackerId }: { readonly trackerId: number }) {
  const { t } = useTranslation('satelliteMessages');
  const { formatAltitude, formatDateTime, formatRelativeTime, altitudeName } = useFormat();
  const now = useServerNow(10_000);
  const status = useTracker(trackerId)?.trackerStatusDto;
  if (status === undefined) return null;
  const { altitude, altitudeKind, fixTime, flight } = status;
  return (
    <span className={styles.planeState}>
      {flight !== undefined && (
        <strong>{t(`plane.phase.${phaseAt(flight.phase, fixTime ?? 0, now)}`)}</strong>
      )}
      {altitude !== null && (
        <span title={altitudeName(t('plane.height'), altitudeKind)}>
          <Value quantity={formatAltitude(altitude)} />
        </span>
      )}
      {fixTime === null ? (
        <span>{t('plane.noReport')}</span>
      ) : (
        <time dateTime={new Date(fixTime).toISOString()} title={formatDateTime(fixTime)}>
          {t('plane.lastReport', { age: formatRelativeTime(fixTime, now) })}
        </time>
      )}
    </span>
  );
}

function FlightText({ flight }: { readonly flight: NonNullable<TerminalPlane['flight']> }) {
  const { t } = useTranslation('satelliteMessages');
  const { formatDateTime } = useFormat();
  const { flightNumber, state, departure, arrival, takeoffTime, arrivalTime } = flight;
  const hasLeft = state === 'flying';
  const time = hasLeft ? arrivalTime : takeoffTime;
  return (
    <span className={styles.planeState} data-overdue={state === 'overdue'}>
      <strong>{flightNumber}</strong>
      <span title={`${departure.fieldName} → ${arrival.fieldName}`}>
        {departure.ident ?? departure.fieldName} → {arrival.ident ?? arrival.fieldName}
      </span>
      <span>{t(`plane.state.${state}`)}</span>
      <time dateTime={new Date(time).toISOString()}>
        {t(hasLeft ? 'plane.eta' : 'plane.eobt', { time: formatDateTime(time).slice(5, 16) })}
      </time>
    </span>
  );
}
