import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { ObjectMark } from '../../../parts/map-objects/object-mark.tsx';
import styles from './object-list.module.css';
import { useSummary } from './use-summary.ts';

interface ObjectLineProps {
  readonly object: MapObject;
  readonly on: boolean;
  /** The person may not change the box. */
  readonly fixed: boolean;
  /** Name of the box. */
  readonly label: string;
  readonly onSet: (on: boolean) => void;
  readonly onMenu: (x: number, y: number) => void;
}

export function ObjectLine({ object, on, fixed, label, onSet, onMenu }: ObjectLineProps) {
  const { t: app } = useTranslation('app');
  const summary = useSummary();
  return (
    <>
      <div className={styles.object} data-shown={object.display === 'SHOW'}>
        <input
          type="checkbox"
          className={styles.tick}
          tabIndex={-1}
          checked={on}
          disabled={fixed}
          aria-label={label}
          onClick={(event) => event.stopPropagation()}
          onChange={({ target }) => onSet(target.checked)}
        />
        <span className={styles.mark}>
          <ObjectMark object={object} />
        </span>
        <span className={styles.name} title={object.name}>
          {object.name}
        </span>
        <span className={styles.second}>{summary(object)}</span>
      </div>
      <button
        type="button"
        tabIndex={-1}
        className={styles.more}
        aria-label={app('action.more')}
        onClick={(event) => {
          event.stopPropagation();
          const box = event.currentTarget.getBoundingClientRect();
          onMenu(box.left, box.bottom);
        }}
      >
        <IconDots size={16} />
      </button>
    </>
  );
}
