import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { Logo } from '../../ui/logo.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LanguageButton } from './language-button.tsx';
import type { ShareDetails } from './share-access.tsx';
import styles from './watch-header.module.css';

interface ShareHeaderProps {
  readonly shared: ShareDetails;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
}

/** Header of a shared page: branding, name and remaining time. */
export function ShareHeader({ shared, now }: ShareHeaderProps) {
  const { t } = useTranslation('shares');
  const { formatDateTime, formatSpan } = useFormat();
  useNow(1_000);
  const remaining = Math.max(0, shared.expireTime - now());
  const { sysName, logoUrl } = shared.looks;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.brand}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <Logo />}
          <h1>{shared.shareName}</h1>
        </div>
        <LanguageButton />
      </div>
      <p className={styles.owner}>
        {sysName} ·{' '}
        <span title={formatDateTime(shared.expireTime)}>{t('ends', { span: formatSpan(remaining) })}</span>
      </p>
    </>
  );
}
