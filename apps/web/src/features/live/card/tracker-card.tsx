import { IconBellOff, IconCurrentLocation, IconHistory } from '@tabler/icons-react';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { altitude, course, distance, percent, type Quantity, speed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useServerNow, useTracker } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { StatusMark } from '../../../parts/devices/status-mark.tsx';
import { useAddress } from '../../../parts/devices/use-address.ts';
import { useLiftSos } from '../../../parts/sos/use-lift-sos.ts';
import { useCopy } from '../../../ui/copy.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './tracker-card.module.css';

interface TrackerCardProps {
  readonly trackerId: number;
  /** Whether the person took it off the map. */
  readonly hidden: boolean;
  readonly onShow: () => void;
  readonly onFocus: () => void;
  readonly onHistory: (tracker: Tracker) => void;
}

/** What is known of one device now. It follows this device and no other. */
export function TrackerCard({ trackerId, ...actions }: TrackerCardProps) {
  const tracker = useTracker(trackerId);
  return tracker ? <Card tracker={tracker} {...actions} /> : null;
}

function Card({
  tracker,
  hidden,
  onShow,
  onFocus,
  onHistory,
}: Omit<TrackerCardProps, 'trackerId'> & { readonly tracker: Tracker }) {
  const { t } = useTranslation('live');
  const { t: words } = useTranslation('trackers');
  const { t: format } = useTranslation('format');
  const { ago, dateTime, coordinates, speedUnits } = useFormat();
  const now = useServerNow(1_000);
  const copy = useCopy();
  const liftSos = useLiftSos();
  const state = tracker.trackerStatusDto;
  const { latitude, longitude, fixTime, latestCommTime } = state;
  // What a device was doing when it fell silent is not what it does now.
  const current = state.status !== 'OFFLINE';
  const at = latitude === null || longitude === null ? null : { latitude, longitude };
  const address = useAddress(tracker.trackerId, at);
  const place = latitude === null || longitude === null ? null : coordinates(latitude, longitude);
  const known = (value: number | null, write: (value: number) => Quantity): ReactNode => (
    <Value of={value === null ? null : write(value)} />
  );
  const when = (time: number | null): ReactNode =>
    time === null ? (
      <Value of={null} />
    ) : (
      <time dateTime={new Date(time).toISOString()}>{dateTime(time)}</time>
    );
  const facts: readonly [name: string, value: ReactNode, whole?: boolean][] = [
    [t('popup.speed'), known(current ? state.speed : null, (kmh) => speed(kmh, speedUnits))],
    [t('popup.course'), known(current ? state.direction : null, course)],
    [t('popup.altitude'), known(state.altitude, altitude)],
    [t('popup.battery'), known(state.electricity, percent)],
    [t('popup.mileage'), known(fixTime === null ? null : state.mileage, distance), true],
    [t('popup.time'), when(fixTime), true],
    [t('popup.heard'), when(latestCommTime), true],
    [t('popup.imei'), tracker.imei, true],
  ];

  return (
    <article className={styles.card} data-status={state.status}>
      <h2>{fullName(tracker)}</h2>
      <p className={styles.status}>
        <StatusMark status={state.status} />
        <strong>{words(`status.${state.status}`)}</strong>
        <span>{latestCommTime === null ? format('ago.never') : ago(latestCommTime, now)}</span>
      </p>
      {place === null && <p className={styles.note}>{t('popup.noPlace')}</p>}
      {hidden && (
        <p className={styles.note}>
          {t('popup.hidden')}
          <Button type="link" size="small" onClick={onShow}>
            {t('popup.show')}
          </Button>
        </p>
      )}
      <dl>
        {place !== null && (
          <div className={styles.whole}>
            <dt>{t('popup.coordinates')}</dt>
            <dd>
              <button
                type="button"
                className={styles.copy}
                title={t('popup.copyPlace')}
                onClick={() => copy(place)}
              >
                {place}
              </button>
            </dd>
          </div>
        )}
        {address !== null && address !== '' && (
          <div className={styles.whole}>
            <dt>{t('popup.address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
        {facts.map(([name, value, whole]) => (
          <div key={name} className={whole ? styles.whole : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <Button
          type="primary"
          size="small"
          icon={<IconHistory size={16} />}
          disabled={!tracker.abilities.replay}
          onClick={() => onHistory(tracker)}
        >
          {t('popup.history')}
        </Button>
        {state.status === 'SOS' && tracker.abilities.liftSos && (
          <Button
            danger
            size="small"
            icon={<IconBellOff size={16} />}
            onClick={() => liftSos(tracker.trackerId, fullName(tracker))}
          >
            {t('popup.liftSos')}
          </Button>
        )}
        {place !== null && !hidden && (
          <IconButton
            size="small"
            label={t('popup.focus')}
            placement="top"
            icon={<IconCurrentLocation size={18} />}
            onClick={onFocus}
          />
        )}
      </footer>
    </article>
  );
}
