import { Input, QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './secret.module.css';

interface SecretToScanProps {
  /** Base32. */
  readonly secret: string;
  /** `otpauth:` URI. */
  readonly uri: string;
}

/** The secret of an authenticator as a QR code and as text. */
export function SecretToScan({ secret, uri }: SecretToScanProps) {
  const { t } = useTranslation('security');
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className={styles.scan}>
      <p>{t('twoFactor.scan')}</p>
      {/* Dark on light in every theme, because many scanners read nothing else. */}
      <div className={styles.qr} role="img" aria-label={t('twoFactor.qr')}>
        <QRCode type="svg" value={uri} size={176} color="#000000" bgColor="#ffffff" bordered={false} />
      </div>
      <p>{t('twoFactor.type')}</p>
      <Input.TextArea
        readOnly
        autoSize
        className={styles.secret ?? ''}
        aria-label={t('twoFactor.secret')}
        value={groups.join(' ')}
      />
    </div>
  );
}
