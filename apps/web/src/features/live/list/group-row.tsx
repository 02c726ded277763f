import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { Counts } from '../../../live/tracker-store.ts';
import { STATUS_ORDER, StatusIcon } from '../../../parts/devices/status-icon.tsx';
import styles from './device-list.module.css';

interface GroupRowProps {
  readonly name: string;
  /** True for the group of devices without a group. */
  readonly ungrouped: boolean;
  readonly level: number;
  readonly open: boolean;
  /** Of all devices in it and its descendants. */
  readonly counts: Counts;
  /** Whether all, some or none of its devices are visible on the map. */
  readonly visibility: 'all' | 'some' | 'none';
  readonly onToggle: (visible: boolean) => void;
}

export function GroupRow({ name, ungrouped, level, open, counts, visibility, onToggle }: GroupRowProps) {
  const { t } = useTranslation('live');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCount } = useFormat();
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = visibility === 'some';
  }, [visibility]);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const presentStatuses = STATUS_ORDER.filter((status) => counts[status] > 0);
  return (
    <div className={styles.group} style={{ paddingLeft: indent(level) }}>
      <input
        ref={checkbox}
        type="checkbox"
        className={styles.checkbox}
        tabIndex={-1}
        checked={visibility === 'all'}
        disabled={counts.all === 0}
        aria-label={ungrouped ? t('list.showUngrouped') : t('list.showGroup', { name })}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <Chevron size={16} aria-hidden />
      <span
        className={`${styles.name} ${styles.groupName}`}
        title={counts.all === 0 ? `${name}: ${t('list.emptyGroup')}` : name}
      >
        {name}
      </span>
      <span className={styles.counts}>
        {presentStatuses.map((status) => (
          <span key={status} className={styles.count} title={tTrackers(`status.${status}`)}>
            <StatusIcon status={status} size={8} />
            <span className="visually-hidden">{tTrackers(`status.${status}`)} </span>
            {formatCount(counts[status])}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Indentation of a row in pixels; limited, so that deep levels have space for names. */
export function indent(level: number): number {
  return Math.min(level - 1, 6) * 14;
}
