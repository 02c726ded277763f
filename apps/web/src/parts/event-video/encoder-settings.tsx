import { IconCopy, IconKey } from '@tabler/icons-react';
import type { MatchVideo } from '@wakeline/contract/video/video';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useCopy } from '../../ui/copy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useConfirm } from '../records/use-confirm.ts';
import { useVideoChange } from './use-match-video.ts';
import styles from './video-settings.module.css';

interface EncoderSettingsProps {
  readonly matchId: number;
  readonly video: MatchVideo;
}

/** What is entered in the encoder: the address, and the stream key, which is visible only after it was created. */
export function EncoderSettings({ matchId, video }: EncoderSettingsProps) {
  const { t } = useTranslation('eventVideo');
  const language = useLanguage();
  const { formatDateTime } = useFormat();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const renew = useVideoChange('renewStreamKey', matchId);
  const [key, setKey] = useState<string | null>(null);
  const { address, keyTime, abilities } = video;

  async function create(): Promise<void> {
    setKey((await renew.mutateAsync({ matchId })).key);
  }
  function requestKey(): void {
    if (keyTime === null) create().catch((error: unknown) => message.error(errorText(error, language)));
    else
      confirm(
        {
          title: t('renewTitle'),
          content: t('renewText'),
          okText: t('renewKey'),
          successText: t('renewDone'),
        },
        create,
      );
  }

  return (
    <section className={styles.section}>
      <h3>{t('encoder')}</h3>
      <p className={styles.note}>{t('encoderText')}</p>
      <dl className={styles.values}>
        <dt>{t('address')}</dt>
        <dd>{address === null ? '–' : <CopiedValue value={address} label={t('copyAddress')} />}</dd>
        <dt>{t('key')}</dt>
        <dd>
          {keyTime === null ? t('noKey') : t('keyCreated', { time: formatDateTime(keyTime) })}
          {abilities.edit && (
            <Button icon={<IconKey size={16} />} loading={renew.isPending} onClick={requestKey}>
              {t(keyTime === null ? 'createKey' : 'renewKey')}
            </Button>
          )}
        </dd>
      </dl>
      {key !== null && (
        <Alert
          type="warning"
          showIcon
          closable={{ onClose: () => setKey(null) }}
          title={t('keyOnce')}
          description={<CopiedValue value={key} label={t('copyKey')} isSecret />}
        />
      )}
    </section>
  );
}

interface CopiedValueProps {
  readonly value: string;
  readonly label: string;
  /** The message after copying does not repeat it. */
  readonly isSecret?: boolean;
}

function CopiedValue({ value, label, isSecret = false }: CopiedValueProps) {
  const { t } = useTranslation('eventVideo');
  const copy = useCopy();
  return (
    <span className={styles.copied}>
      <code>{value}</code>
      <IconButton
        label={label}
        size="small"
        icon={<IconCopy size={16} />}
        onClick={() => copy(value, isSecret ? t('key') : undefined)}
      />
    </span>
  );
}
