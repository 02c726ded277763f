import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { Counts } from '../../../live/tracker-store.ts';
import { STATUSES_AS_LISTED, StatusMark } from '../../../parts/devices/status-mark.tsx';
import styles from './device-list.module.css';

interface GroupRowProps {
  readonly name: string;
  /** Stands for the devices that are in no group. */
  readonly ungrouped: boolean;
  readonly level: number;
  readonly open: boolean;
  /** Of all devices in it and below. */
  readonly counts: Counts;
  /** Whether all, some or none of its devices are on the map. */
  readonly shown: 'all' | 'some' | 'none';
  readonly onShow: (shown: boolean) => void;
}

export function GroupRow({ name, ungrouped, level, open, counts, shown, onShow }: GroupRowProps) {
  const { t } = useTranslation('live');
  const { t: trackers } = useTranslation('trackers');
  const { count: number } = useFormat();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = shown === 'some';
  }, [shown]);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const present = STATUSES_AS_LISTED.filter((status) => counts[status] > 0);
  return (
    <div className={styles.group} style={{ paddingLeft: indent(level) }}>
      <input
        ref={box}
        type="checkbox"
        className={styles.tick}
        tabIndex={-1}
        checked={shown === 'all'}
        disabled={counts.all === 0}
        aria-label={ungrouped ? t('list.showUngrouped') : t('list.showGroup', { name })}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => onShow(event.target.checked)}
      />
      <Chevron size={16} aria-hidden />
      <span
        className={`${styles.name} ${styles.groupName}`}
        title={counts.all === 0 ? `${name}: ${t('list.emptyGroup')}` : name}
      >
        {name}
      </span>
      <span className={styles.counts}>
        {present.map((status) => (
          <span key={status} className={styles.count} title={trackers(`status.${status}`)}>
            <StatusMark status={status} size={8} />
            <span className="visually-hidden">{trackers(`status.${status}`)} </span>
            {number(counts[status])}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Pixels by which a row of this level is moved in: deep ones keep room for their names. */
export function indent(level: number): number {
  return Math.min(level - 1, 6) * 14;
}
