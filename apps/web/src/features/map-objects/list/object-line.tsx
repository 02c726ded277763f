import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { ObjectIcon } from '../../../parts/map-objects/object-icon.tsx';
import styles from './object-list.module.css';
import { useSummary } from './use-summary.ts';

interface ObjectLineProps {
  readonly object: MapObject;
  readonly checked: boolean;
  /** The user cannot change the checkbox. */
  readonly disabled: boolean;
  /** Accessible name of the checkbox. */
  readonly label: string;
  readonly onCheck: (checked: boolean) => void;
  readonly onMenu: (x: number, y: number) => void;
}

export function ObjectLine({ object, checked, disabled, label, onCheck, onMenu }: ObjectLineProps) {
  const { t: tApp } = useTranslation('app');
  const summary = useSummary();
  return (
    <>
      <div className={styles.object} data-visible={object.display === 'SHOW'}>
        <input
          type="checkbox"
          className={styles.checkbox}
          tabIndex={-1}
          checked={checked}
          disabled={disabled}
          aria-label={label}
          onClick={(event) => event.stopPropagation()}
          onChange={({ target }) => onCheck(target.checked)}
        />
        <span className={styles.icon}>
          <ObjectIcon object={object} />
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
        aria-label={tApp('action.more')}
        onClick={(event) => {
          event.stopPropagation();
          const rect = event.currentTarget.getBoundingClientRect();
          onMenu(rect.left, rect.bottom);
        }}
      >
        <IconDots size={16} />
      </button>
    </>
  );
}
