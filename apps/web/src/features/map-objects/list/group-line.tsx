import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import styles from './object-list.module.css';

interface GroupLineProps {
  readonly name: string;
  readonly open: boolean;
  readonly count: number;
  readonly checked: 'all' | 'some' | 'none';
  /** No object in it can be changed. */
  readonly disabled: boolean;
  /** Accessible name of its checkbox. */
  readonly label: string;
  readonly onCheck: (checked: boolean) => void;
}

export function GroupLine({ name, open, count, checked, disabled, label, onCheck }: GroupLineProps) {
  const { formatCount } = useFormat();
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = checked === 'some';
  }, [checked]);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles.group}>
      <input
        ref={checkbox}
        type="checkbox"
        className={styles.checkbox}
        tabIndex={-1}
        checked={checked === 'all'}
        disabled={disabled}
        aria-label={label}
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => onCheck(target.checked)}
      />
      <Chevron size={16} aria-hidden />
      <span className={`${styles.name} ${styles.groupName}`} title={name}>
        {name}
      </span>
      <span className={styles.count}>{formatCount(count)}</span>
    </div>
  );
}
