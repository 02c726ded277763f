import type { DeviceRecording } from '@wakeline/contract/recordings';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './recordings.module.css';

/** Plays a recording, and says if it is damaged. Nothing is loaded before the user plays it. */
export function RecordingPlayer({ recording }: { readonly recording: DeviceRecording }) {
  const { t } = useTranslation('recordings');
  const { formatDateTime } = useFormat();
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { recordingUrl, recordedTime, isDamaged } = recording;
  if (recordingUrl === null) return null;
  if (hasFailed) {
    return (
      <span className={styles.failure} role="alert">
        {t('failed')}
        <Button
          type="link"
          size="small"
          onClick={() => {
            setHasFailed(false);
            setAttempt(attempt + 1);
          }}
        >
          {t('retry')}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody transcribes the voice messages of devices */}
      <audio
        key={attempt}
        controls
        controlsList="nodownload noplaybackrate"
        preload="none"
        src={recordingUrl}
        aria-label={t('play', { time: formatDateTime(recordedTime) })}
        onError={() => setHasFailed(true)}
      />
      {isDamaged && <span className={styles.damaged}>{t('damaged')}</span>}
    </span>
  );
}
