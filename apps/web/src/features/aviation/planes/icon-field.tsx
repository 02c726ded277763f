import { ICON_NAMES, type IconName } from '@wakeline/domain/devices/device-icon';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceIcon } from '../../../map/icons/device-icon.tsx';
import styles from '../aviation.module.css';

interface IconFieldProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: IconName;
  readonly onChange?: (icon: IconName) => void;
}

/** Selects a built-in icon. */
export function IconField(props: IconFieldProps) {
  const { t } = useTranslation('trackers');
  return (
    <Select<IconName>
      {...props}
      showSearch={{ optionFilterProp: 'title' }}
      options={ICON_NAMES.map((value) => ({
        value,
        title: t(`iconNames.${value}`),
        label: (
          <span className={styles.named}>
            <DeviceIcon name={value} size={20} />
            <span>{t(`iconNames.${value}`)}</span>
          </span>
        ),
      }))}
    />
  );
}
