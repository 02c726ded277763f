import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useScreenSource } from '../screen-source.ts';
import styles from './boxes.module.css';

interface DeviceNameProps {
  readonly trackerId: number;
  /** Empty: the link hides names. */
  readonly trackerName: string;
}

/** The name of a device, which opens it on the map where the page has links. */
export function DeviceName({ trackerId, trackerName }: DeviceNameProps) {
  const { t } = useTranslation('screens');
  const { hasLinks } = useScreenSource();
  const name = trackerName === '' ? t('unnamed', { id: trackerId }) : trackerName;
  if (!hasLinks)
    return (
      <span className={styles.name} title={name}>
        {name}
      </span>
    );
  return (
    <Link className={styles.name} to={`/Map?device=${trackerId}`} title={t('onMap', { name })}>
      {name}
    </Link>
  );
}
