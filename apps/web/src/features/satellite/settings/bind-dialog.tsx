import { LIMITS } from '@wakeline/contract/limits';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import { useCopy } from '../../../ui/copy.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './settings.module.css';
import { useSettingsChange } from './use-settings.ts';

interface BindDialogProps {
  readonly onClose: () => void;
}

/** The code by which a WeChat user becomes a contact, with the time until it ends. */
export function BindDialog({ onClose }: BindDialogProps) {
  const { t } = useTranslation('satelliteSettings');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { formatTimeOfDay } = useFormat();
  const copy = useCopy();
  const { mutate, data, error, isPending } = useSettingsChange('createSatelliteBindCode');
  useEffect(() => mutate({}), [mutate]);
  const now = useNow(1_000);
  const hasEnded = data !== undefined && now >= data.expireTime;

  return (
    <Modal
      open
      title={t('bind.title')}
      width={440}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{tApp('action.close')}</Button>}
    >
      <p>{t('bind.text', { count: LIMITS.satelliteBindMinutes })}</p>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {error !== null && <Alert type="error" showIcon title={errorText(error, language)} />}
      {data !== undefined && (
        <div className={styles.code}>
          <output aria-label={t('bind.code')} data-ended={hasEnded}>
            {data.code}
          </output>
          <p role="status">
            {hasEnded ? t('bind.ended') : t('bind.validUntil', { time: formatTimeOfDay(data.expireTime) })}
          </p>
          <div className={styles.buttons}>
            {!hasEnded && <Button onClick={() => copy(data.code)}>{t('bind.copy')}</Button>}
            <Button type={hasEnded ? 'primary' : 'default'} loading={isPending} onClick={() => mutate({})}>
              {t('bind.renew')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
