import type { Tracker } from '@wakeline/contract/entities/tracker';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { speed } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { useTracker } from '../../live/live-store.ts';
import { DeviceIcon } from '../../map/icons/device-icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { fullName } from '../trackers/full-name.ts';
import styles from './device-list.module.css';

interface TrackerRowProps {
  readonly id: number;
  readonly level: 1 | 2;
  readonly shown: boolean;
  readonly onShow: (id: number, shown: boolean) => void;
}

/** A device in the list. It draws itself anew when its own device changes, and no other row does. */
export const TrackerRow = memo(function TrackerRow({ id, level, shown, onShow }: TrackerRowProps) {
  const tracker = useTracker(id);
  return tracker ? <Line tracker={tracker} level={level} shown={shown} onShow={onShow} /> : null;
});

function Line({
  tracker,
  level,
  shown,
  onShow,
}: Omit<TrackerRowProps, 'id'> & { readonly tracker: Tracker }) {
  const { t } = useTranslation('live');
  const { t: words } = useTranslation('trackers');
  const { t: format } = useTranslation('format');
  const { ago, dateTime, speedUnits } = useFormat();
  const now = useNow(10_000);
  const { iconDto, trackerStatusDto, trackerId } = tracker;
  const { status, latestCommTime, speed: kmh } = trackerStatusDto;
  const name = fullName(tracker);
  // What a device was doing when it fell silent is not what it does now.
  const current = status !== 'OFFLINE' && kmh !== null ? speed(kmh, speedUnits) : null;
  return (
    <div className={styles.tracker} data-level={level} data-status={status} data-shown={shown}>
      <input
        type="checkbox"
        className={styles.tick}
        tabIndex={-1}
        checked={shown}
        aria-label={t('list.showDevice', { name })}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => onShow(trackerId, event.target.checked)}
      />
      <span className={styles.icon}>
        <DeviceIcon name={iconDto.iconUrl} custom={iconDto.iconType === 'CUSTOM'} status={status} size={26} />
      </span>
      <span className={`${styles.name} ${styles.trackerName}`} title={name}>
        {name}
      </span>
      <span className={styles.second}>
        <span className={styles.status}>{words(`status.${status}`)}</span>
        <span title={latestCommTime === null ? undefined : dateTime(latestCommTime)}>
          {latestCommTime === null ? format('ago.never') : ago(latestCommTime, now)}
        </span>
      </span>
      <span className={styles.speed}>{current && <Value of={current} />}</span>
    </div>
  );
}
