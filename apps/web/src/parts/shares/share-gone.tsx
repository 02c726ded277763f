import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import { LanguageButton } from './language-button.tsx';
import styles from './watch-head.module.css';

interface ShareGoneProps {
  /** What the link showed before it ended; null: it was opened too late. */
  readonly looks: { readonly sysName: string; readonly logoUrl: string | null } | null;
}

/** In place of a shared page whose link has ended, or has never been. */
export function ShareGone({ looks }: ShareGoneProps) {
  const { t } = useTranslation('shares');
  return (
    <main className={styles.gone}>
      <div className={styles.looks}>
        {looks?.logoUrl ? <img src={looks.logoUrl} alt="" /> : <Logo />}
        {looks !== null && <span>{looks.sysName}</span>}
      </div>
      <h1>{t('gone.title')}</h1>
      <p>{t('gone.text')}</p>
      <LanguageButton />
    </main>
  );
}
