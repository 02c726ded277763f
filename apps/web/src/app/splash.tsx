import { useTranslation } from 'react-i18next';
import styles from './message-page.module.css';

/** Displayed until the session is known. Appears after a short delay, so that fast responses cause no flicker. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className={styles.splash} role="status">
      <span className="visually-hidden">{t('page.loading')}</span>
      <span className={styles.bar} aria-hidden />
    </div>
  );
}
