import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { Logo } from '../../ui/logo.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LanguageButton } from './language-button.tsx';
import type { Shared } from './share-door.tsx';
import styles from './watch-head.module.css';

interface ShareHeadProps {
  readonly shared: Shared;
  /** Epoch milliseconds of the server. */
  readonly now: () => number;
}

/** Whose page a shared one is, what it is called, and how long it is open. */
export function ShareHead({ shared, now }: ShareHeadProps) {
  const { t } = useTranslation('shares');
  const { dateTime, span } = useFormat();
  useNow(1_000);
  const left = Math.max(0, shared.expireTime - now());
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
      <p className={styles.by}>
        {sysName} · <span title={dateTime(shared.expireTime)}>{t('ends', { span: span(left) })}</span>
      </p>
    </>
  );
}
