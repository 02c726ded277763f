import { IconCurrentLocation } from '@tabler/icons-react';
import { Button } from 'antd';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { altitude, course, percent, type Quantity, speed } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { TrailStore } from '../../live/trail-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { StatusMark } from '../../parts/devices/status-mark.tsx';
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
  /** Minutes of the curves. */
  readonly minutes: number;
  readonly followed: boolean;
  readonly onFollow: () => void;
}

/** km/h, metres: a curve is at least so high. */
const LEAST_SPEED = 10;
const LEAST_HEIGHT = 20;

/** One watched device: what it does now, and how fast and how high it was in the last minutes. */
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
  const { t: words } = useTranslation('trackers');
  const { t: format } = useTranslation('format');
  const { ago, dateTime, coordinates, speedUnits } = useFormat();
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
  // What a device was doing when it fell silent is not what it does now.
  const current = status !== 'OFFLINE';
  const known = (value: number | null, write: (value: number) => Quantity) => (
    <Value of={value === null ? null : write(value)} />
  );
  const inUnits = (kmh: number) => speed(kmh, speedUnits);
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
        <StatusMark status={status} />
        <strong>{words(`status.${status}`)}</strong>
        {fixTime === null ? (
          <span>{format('ago.never')}</span>
        ) : (
          <time dateTime={new Date(fixTime).toISOString()} title={dateTime(fixTime)}>
            {t('device.fix', { ago: ago(fixTime, time) })}
          </time>
        )}
      </p>
      <dl>
        <div>
          <dt>{t('device.speed')}</dt>
          <dd className={styles.large}>{known(current ? state.speed : null, inUnits)}</dd>
        </div>
        <div>
          <dt>{t('device.altitude')}</dt>
          <dd className={styles.large}>{known(state.altitude, altitude)}</dd>
        </div>
        <div>
          <dt>{t('device.course')}</dt>
          <dd>{known(current ? state.direction : null, course)}</dd>
        </div>
        <div>
          <dt>{t('device.battery')}</dt>
          <dd>{known(state.electricity, percent)}</dd>
        </div>
      </dl>
      <p className={styles.place}>
        {latitude === null || longitude === null ? t('device.noPlace') : coordinates(latitude, longitude)}
      </p>
      <Curve
        {...curve}
        name={t('device.speedCurve', { count: minutes })}
        pick={(point) => point.speed}
        write={inUnits}
        least={LEAST_SPEED}
        fromZero
      />
      <Curve
        {...curve}
        name={t('device.altitudeCurve', { count: minutes })}
        pick={(point) => point.height}
        write={altitude}
        least={LEAST_HEIGHT}
        other
      />
    </article>
  );
}
