import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/copy.ts';
import styles from './secret.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** Recovery codes for signing in without the authenticator. They are displayed only once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation('security');
  const { t: tApp } = useTranslation('app');
  const copy = useCopy();
  const text = `${codes.join('\n')}\n`;

  function download(): void {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className={styles.stack}>
      <Alert type="success" showIcon title={t('twoFactor.isOn')} description={t('twoFactor.keep')} />
      <ul className={styles.codes} aria-label={t('twoFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => copy(text, t('twoFactor.codes'))}>{tApp('action.copy')}</Button>
        <Button onClick={download}>{t('download')}</Button>
      </div>
      <div className={styles.last}>
        <Button type="primary" onClick={onSaved}>
          {t('twoFactor.kept')}
        </Button>
      </div>
    </div>
  );
}
