import type { Tracker } from '@wakeline/contract/entities/tracker';
import { GENERIC_ICON, ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceIcon } from '../../map/icons/device-icon.tsx';
import styles from './icon-chooser.module.css';
import { OwnIcons } from './own-icons.tsx';

export type IconChoice = Tracker['iconDto'];

interface IconChooserProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: IconChoice;
  readonly onChange?: (icon: IconChoice) => void;
}

/** The built-in icons and those of the account as radio buttons. */
export function IconChooser({ id, value, onChange }: IconChooserProps) {
  const { t } = useTranslation('trackers');
  const group = useId();
  const selectIcon = (iconUrl: string, iconType: IconChoice['iconType']) => onChange?.({ iconUrl, iconType });
  return (
    <fieldset id={id} className={styles.chooser} aria-label={t('icon')}>
      <div className={styles.icons}>
        {ICON_NAMES.map((name) => (
          <label key={name} title={t(`iconNames.${name}`)}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              value={name}
              checked={value?.iconType === 'STANDARD' && value.iconUrl === name}
              onChange={() => selectIcon(name, 'STANDARD')}
              aria-label={t(`iconNames.${name}`)}
            />
            <DeviceIcon name={name} size={26} />
          </label>
        ))}
      </div>
      <OwnIcons
        group={group}
        selected={value?.iconType === 'CUSTOM' ? value.iconUrl : null}
        onSelect={(iconUrl) => selectIcon(iconUrl, 'CUSTOM')}
        onSelectedRemoved={() => selectIcon(GENERIC_ICON, 'STANDARD')}
      />
    </fieldset>
  );
}
