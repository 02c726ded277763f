import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './device-list.module.css';

interface GroupRowProps {
  readonly name: string;
  /** Stands for the devices that are in no group. */
  readonly ungrouped: boolean;
  readonly open: boolean;
  readonly count: number;
  /** Whether all, some or none of its devices are on the map. */
  readonly shown: 'all' | 'some' | 'none';
  readonly onShow: (shown: boolean) => void;
}

export function GroupRow({ name, ungrouped, open, count, shown, onShow }: GroupRowProps) {
  const { t } = useTranslation('live');
  const { count: number } = useFormat();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = shown === 'some';
  }, [shown]);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles.group}>
      <input
        ref={box}
        type="checkbox"
        className={styles.tick}
        tabIndex={-1}
        checked={shown === 'all'}
        disabled={count === 0}
        aria-label={ungrouped ? t('list.showUngrouped') : t('list.showGroup', { name })}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => onShow(event.target.checked)}
      />
      <Chevron size={16} aria-hidden />
      <span className={`${styles.name} ${styles.groupName}`} title={name}>
        {name}
      </span>
      <span className={styles.count}>{count === 0 ? t('list.emptyGroup') : number(count)}</span>
    </div>
  );
}
