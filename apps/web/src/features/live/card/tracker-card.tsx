import { IconBellOff, IconCurrentLocation, IconHistory, IconSend2 } from '@tabler/icons-react';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCourse, formatDistance, formatPercent, type Quantity } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useServerNow, useTracker } from '../../../live/live-store.ts';
import { EmergencyNote } from '../../../parts/devices/emergency-note.tsx';
import { fullName } from '../../../parts/devices/full-name.ts';
import { StatusIcon } from '../../../parts/devices/status-icon.tsx';
import { useAddress } from '../../../parts/devices/use-address.ts';
import { openSendDialog, useSendsInstructions } from '../../../parts/instructions/send-dialog-store.ts';
import { useClearSos } from '../../../parts/sos/use-clear-sos.ts';
import { useCopy } from '../../../ui/copy.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './tracker-card.module.css';

interface TrackerCardProps {
  readonly trackerId: number;
  /** Whether the user has hidden it on the map. */
  readonly hidden: boolean;
  readonly onShow: () => void;
  readonly onFocus: () => void;
  readonly onHistory: (tracker: Tracker) => void;
}

/** Current data of one device. */
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
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tFormat } = useTranslation('format');
  const { formatRelativeTime, formatDateTime, formatCoordinates, formatSpeed, formatAltitude, altitudeName } =
    useFormat();
  const now = useServerNow(1_000);
  const copy = useCopy();
  const { t: tApp } = useTranslation('app');
  const canSend = useSendsInstructions();
  const clearSos = useClearSos();
  const { activation, validUntil, trackerStatusDto: state } = tracker;
  const expiredAt = activation === 'expired' ? validUntil : null;
  const { latitude, longitude, fixTime, latestCommTime } = state;
  // The last reported speed and course of an offline device are not current.
  const current = state.status !== 'OFFLINE';
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  const address = useAddress(tracker.trackerId, position);
  const coordinatesText =
    latitude === null || longitude === null ? null : formatCoordinates(latitude, longitude);
  const formatKnown = (value: number | null, toQuantity: (value: number) => Quantity): ReactNode => (
    <Value quantity={value === null ? null : toQuantity(value)} />
  );
  const formatTime = (time: number | null): ReactNode =>
    time === null ? (
      <Value quantity={null} />
    ) : (
      <time dateTime={new Date(time).toISOString()}>{formatDateTime(time)}</time>
    );
  const details: readonly [name: string, value: ReactNode, fullWidth?: boolean][] = [
    [t('popup.speed'), formatKnown(current ? state.speed : null, formatSpeed)],
    [t('popup.course'), formatKnown(current ? state.direction : null, formatCourse)],
    [altitudeName(t('popup.altitude'), state.altitudeKind), formatKnown(state.altitude, formatAltitude)],
    [t('popup.battery'), formatKnown(state.electricity, formatPercent)],
    [t('popup.mileage'), formatKnown(fixTime === null ? null : state.mileage, formatDistance), true],
    [t('popup.time'), formatTime(fixTime), true],
    [t('popup.lastSeen'), formatTime(latestCommTime), true],
    [t('popup.imei'), tracker.imei, true],
  ];

  return (
    <article className={styles.card} data-status={state.status}>
      <h2>{fullName(tracker)}</h2>
      <p className={styles.status}>
        <StatusIcon status={state.status} />
        <strong>
          {expiredAt === null ? tTrackers(`status.${state.status}`) : tTrackers('activation.expired')}
        </strong>
        <span>
          {latestCommTime === null ? tFormat('ago.never') : formatRelativeTime(latestCommTime, now)}
        </span>
      </p>
      {state.emergency !== undefined && (
        <div className={styles.emergency}>
          <EmergencyNote emergency={state.emergency} />
        </div>
      )}
      {expiredAt !== null && (
        <p className={styles.note}>{t('popup.expired', { time: formatDateTime(expiredAt) })}</p>
      )}
      {expiredAt === null && coordinatesText === null && (
        <p className={styles.note}>{t('popup.noPosition')}</p>
      )}
      {hidden && (
        <p className={styles.note}>
          {t('popup.hidden')}
          <Button type="link" size="small" onClick={onShow}>
            {t('popup.show')}
          </Button>
        </p>
      )}
      <dl>
        {coordinatesText !== null && (
          <div className={styles.fullWidth}>
            <dt>{t('popup.coordinates')}</dt>
            <dd>
              <button
                type="button"
                className={styles.copy}
                title={t('popup.copyCoordinates')}
                onClick={() => copy(coordinatesText)}
              >
                {coordinatesText}
              </button>
            </dd>
          </div>
        )}
        {address !== null && address !== '' && (
          <div className={styles.fullWidth}>
            <dt>{t('popup.address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
        {details.map(([name, value, fullWidth]) => (
          <div key={name} className={fullWidth ? styles.fullWidth : undefined}>
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
            onClick={() => clearSos(tracker.trackerId, fullName(tracker))}
          >
            {t('popup.liftSos')}
          </Button>
        )}
        {canSend && (
          <IconButton
            size="small"
            label={tApp('action.sendInstruction')}
            placement="top"
            icon={<IconSend2 size={18} />}
            onClick={() => openSendDialog({ kind: 'ticked', trackerIds: [tracker.trackerId] })}
          />
        )}
        {coordinatesText !== null && !hidden && (
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
