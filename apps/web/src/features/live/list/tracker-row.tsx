import type { Tracker } from '@wakeline/contract/entities/tracker';
import { memo } from 'react';
import { Measure } from '../../../format/value.tsx';
import { useServerNow, useTracker } from '../../../live/live-store.ts';
import { DeviceIcon } from '../../../map/icons/device-icon.tsx';
import { fullName } from '../../../parts/devices/full-name.ts';
import styles from './device-list.module.css';
import { indent } from './group-row.tsx';
import { listValue } from './list-value.ts';
import type { RowTexts } from './row-texts.ts';

interface TrackerRowProps {
  readonly id: number;
  readonly level: number;
  readonly visible: boolean;
  /** The same object until language or settings change. */
  readonly texts: RowTexts;
  /** The same function for every render. */
  readonly onToggle: (id: number, visible: boolean) => void;
}

/** A device in the list. It renders only when its own device changes. */
export const TrackerRow = memo(function TrackerRow({ id, ...rest }: TrackerRowProps) {
  const tracker = useTracker(id);
  return tracker ? <TrackerRowContent tracker={tracker} {...rest} /> : null;
});

function TrackerRowContent({
  tracker,
  level,
  visible,
  texts,
  onToggle,
}: Omit<TrackerRowProps, 'id'> & { readonly tracker: Tracker }) {
  const now = useServerNow(10_000);
  const { iconDto, trackerStatusDto, trackerId } = tracker;
  const { status, latestCommTime } = trackerStatusDto;
  const { format, sensor } = texts;
  const name = fullName(tracker);
  const value = listValue(trackerStatusDto, sensor.key, format);
  return (
    <div
      className={styles.tracker}
      style={{ paddingLeft: indent(level) }}
      data-status={status}
      data-visible={visible}
    >
      <input
        type="checkbox"
        className={styles.checkbox}
        tabIndex={-1}
        checked={visible}
        aria-label={texts.showDevice(name)}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => onToggle(trackerId, event.target.checked)}
      />
      <span className={styles.icon}>
        <DeviceIcon name={iconDto.iconUrl} custom={iconDto.iconType === 'CUSTOM'} status={status} size={26} />
      </span>
      <span className={`${styles.name} ${styles.trackerName}`} title={name}>
        {name}
      </span>
      <span className={styles.second}>
        <span className={styles.status}>
          {tracker.activation === 'expired' ? texts.expired : texts.status[status]}
        </span>
        <span title={latestCommTime === null ? undefined : format.formatDateTime(latestCommTime)}>
          {latestCommTime === null ? texts.never : format.formatRelativeTime(latestCommTime, now)}
        </span>
      </span>
      <span className={styles.value} title={sensor.name}>
        {value === null ? (
          <span className={styles.unknown}>{texts.unknown}</span>
        ) : 'time' in value ? (
          format.formatDateTime(value.time).slice(5, 16)
        ) : (
          <Measure quantity={value} unit={texts.unit(value.unit)} />
        )}
      </span>
    </div>
  );
}
