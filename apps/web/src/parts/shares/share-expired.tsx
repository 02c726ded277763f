import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import { LanguageButton } from './language-button.tsx';
import styles from './watch-header.module.css';

interface ShareExpiredProps {
  /** Branding of the link before it expired; null: it was opened too late. */
  readonly branding: { readonly sysName: string; readonly logoUrl: string | null } | null;
}

/** Displayed instead of a shared page whose link has expired or never existed. */
export function ShareExpired({ branding }: ShareExpiredProps) {
  const { t } = useTranslation('shares');
  return (
    <main className={styles.expired}>
      <div className={styles.branding}>
        {branding?.logoUrl ? <img src={branding.logoUrl} alt="" /> : <Logo />}
        {branding !== null && <span>{branding.sysName}</span>}
      </div>
      <h1>{t('gone.title')}</h1>
      <p>{t('gone.text')}</p>
      <LanguageButton />
    </main>
  );
}
