import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './satellite.module.css';

/** Opens contacts, templates, addresses and quota. */
export function SettingsLink() {
  const { t } = useTranslation('satellite');
  return (
    <Link to="/satelliteNews/settings" className={styles.settings}>
      <IconSettings size={16} aria-hidden /> {t('settings')}
    </Link>
  );
}
