import { useTranslation } from 'react-i18next';
import styles from './message-page.module.css';

/** While it is not known yet who is there. Shows itself only after a moment, so that quick answers do not flicker. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className={styles.splash} role="status">
      <span className="visually-hidden">{t('page.loading')}</span>
      <span className={styles.bar} aria-hidden />
    </div>
  );
}
