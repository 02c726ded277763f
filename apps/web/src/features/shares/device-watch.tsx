import { IconCurrentLocation } from '@tabler/icons-react';
import { Button } from 'antd';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCourse, formatPercent, type Quantity } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { TrailStore } from '../../live/trail-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { StatusIcon } from '../../parts/devices/status-icon.tsx';
import { useTrail } from '../../parts/trails/use-trail-store.ts';
import { useNow } from '../../ui/use-now.ts';
import { Curve } from './curve.tsx';
import styles from './device-watch.module.css';

interface DeviceWatchProps {
  readonly trackerId: number;
  readonly store: TrackerStore;
  readonly trails: TrailStore | null;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
  /** Length of the curves in minutes. */
  readonly minutes: number;
  readonly followed: boolean;
  readonly onFollow: () => void;
}

/** Minimum range of the curves in km/h and metres. */
const MIN_SPEED_SPAN = 10;
const MIN_ALTITUDE_SPAN = 20;

/** One watched device: its current values, and the curves of speed and altitude. */
export function DeviceWatch({
  trackerId,
  store,
  trails,
  now,
  minutes,
  followed,
  onFollow,
}: DeviceWatchProps) {
  const { t } = useTranslation('shares');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tFormat } = useTranslation('format');
  const { formatRelativeTime, formatDateTime, formatCoordinates, formatSpeed, formatAltitude, altitudeName } =
    useFormat();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeTracker(trackerId, listener),
    [store, trackerId],
  );
  const tracker = useSyncExternalStore(subscribe, () => store.getTracker(trackerId));
  const points = useTrail(trails, trackerId);
  useNow(1_000);
  if (tracker === undefined) return null;
  const time = now();
  const { status, fixTime, latitude, longitude, ...state } = tracker.trackerStatusDto;
  // The last reported speed and course of an offline device are not current.
  const current = status !== 'OFFLINE';
  const formatKnown = (value: number | null, toQuantity: (value: number) => Quantity) => (
    <Value quantity={value === null ? null : toQuantity(value)} />
  );
  const curve = { points, from: time - minutes * 60_000, to: time };
  return (
    <article className={styles.device} data-followed={followed} aria-label={fullName(tracker)}>
      <header>
        <h2>{fullName(tracker)}</h2>
        <Button
          size="small"
          type={followed ? 'primary' : 'default'}
          icon={<IconCurrentLocation size={16} />}
          aria-pressed={followed}
          disabled={latitude === null}
          onClick={onFollow}
        >
          {t('follow.one')}
        </Button>
      </header>
      <p className={styles.status} data-status={status}>
        <StatusIcon status={status} />
        <strong>{tTrackers(`status.${status}`)}</strong>
        {fixTime === null ? (
          <span>{tFormat('ago.never')}</span>
        ) : (
          <time dateTime={new Date(fixTime).toISOString()} title={formatDateTime(fixTime)}>
            {t('device.fix', { ago: formatRelativeTime(fixTime, time) })}
          </time>
        )}
      </p>
      <dl>
        <div>
          <dt>{t('device.speed')}</dt>
          <dd className={styles.large}>{formatKnown(current ? state.speed : null, formatSpeed)}</dd>
        </div>
        <div>
          <dt>{altitudeName(t('device.altitude'), state.altitudeKind)}</dt>
          <dd className={styles.large}>{formatKnown(state.altitude, formatAltitude)}</dd>
        </div>
        <div>
          <dt>{t('device.course')}</dt>
          <dd>{formatKnown(current ? state.direction : null, formatCourse)}</dd>
        </div>
        <div>
          <dt>{t('device.battery')}</dt>
          <dd>{formatKnown(state.electricity, formatPercent)}</dd>
        </div>
      </dl>
      <p className={styles.coordinates}>
        {latitude === null || longitude === null
          ? t('device.noPlace')
          : formatCoordinates(latitude, longitude)}
      </p>
      <Curve
        {...curve}
        name={t('device.speedCurve', { count: minutes })}
        pick={(point) => point.speed}
        toQuantity={formatSpeed}
        minSpan={MIN_SPEED_SPAN}
        fromZero
      />
      <Curve
        {...curve}
        name={t('device.altitudeCurve', { count: minutes })}
        pick={(point) => point.height}
        toQuantity={formatAltitude}
        minSpan={MIN_ALTITUDE_SPAN}
        secondary
      />
    </article>
  );
}
