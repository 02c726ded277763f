import { ICON_NAMES } from '@wakeline/domain/device-icon';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceIcon } from '../../map/icons/device-icon.tsx';
import styles from './icon-chooser.module.css';

interface IconChooserProps {
  /** Given by the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (icon: string) => void;
}

/** The drawn icons as a set of radio buttons. */
export function IconChooser({ id, value, onChange }: IconChooserProps) {
  const { t } = useTranslation('trackers');
  const group = useId();
  return (
    <fieldset id={id} className={styles.icons} aria-label={t('icon')}>
      {ICON_NAMES.map((name) => (
        <label key={name} title={t(`iconNames.${name}`)}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            value={name}
            checked={value === name}
            onChange={() => onChange?.(name)}
            aria-label={t(`iconNames.${name}`)}
          />
          <DeviceIcon name={name} size={26} />
        </label>
      ))}
    </fieldset>
  );
}
