import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import styles from './object-list.module.css';

interface GroupLineProps {
  readonly name: string;
  readonly open: boolean;
  readonly count: number;
  readonly on: 'all' | 'some' | 'none';
  /** Nothing in it may be changed. */
  readonly fixed: boolean;
  /** Name of its box. */
  readonly label: string;
  readonly onSet: (on: boolean) => void;
}

export function GroupLine({ name, open, count, on, fixed, label, onSet }: GroupLineProps) {
  const { count: number } = useFormat();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = on === 'some';
  }, [on]);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles.group}>
      <input
        ref={box}
        type="checkbox"
        className={styles.tick}
        tabIndex={-1}
        checked={on === 'all'}
        disabled={fixed}
        aria-label={label}
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => onSet(target.checked)}
      />
      <Chevron size={16} aria-hidden />
      <span className={`${styles.name} ${styles.groupName}`} title={name}>
        {name}
      </span>
      <span className={styles.count}>{number(count)}</span>
    </div>
  );
}
