import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import { LanguageButton } from './language-button.tsx';
import styles from './watch-head.module.css';

interface ShareExpiredProps {
  /** What the link showed before it ended; null: it was opened too late. */
  readonly branding: { readonly sysName: string; readonly logoUrl: string | null } | null;
}

/** In place of a shared page whose link has ended, or has never been. */
export function ShareExpired({ branding }: ShareExpiredProps) {
  const { t } = useTranslation('shares');
  return (
    <main className={styles.gone}>
      <div className={styles.looks}>
        {branding?.logoUrl ? <img src={branding.logoUrl} alt="" /> : <Logo />}
        {branding !== null && <span>{branding.sysName}</span>}
      </div>
      <h1>{t('gone.title')}</h1>
      <p>{t('gone.text')}</p>
      <LanguageButton />
    </main>
  );
}
