import type { EventVideo } from '@wakeline/contract/video/event-video';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './event-video.module.css';
import { type PlayerStatus, startPlayer } from './start-player.ts';

interface RecordingPictureProps {
  readonly recordings: EventVideo['recordings'];
  readonly isSmall: boolean;
}

/** Plays the recordings of a video that has ended. */
export function RecordingPicture({ recordings, isSmall }: RecordingPictureProps) {
  const { t } = useTranslation('eventVideo');
  const { formatDateTime, formatSpan } = useFormat();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [status, setStatus] = useState<PlayerStatus>('loading');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = recordings.find(({ recordingId }) => recordingId === chosenId) ?? recordings[0];
  const url = chosen?.url;
  useEffect(() => {
    if (element === null || url === undefined) return;
    return startPlayer(element, { url, hlsUrl: null, isLive: false }, setStatus);
  }, [element, url]);
  if (chosen === undefined) return null;
  return (
    <div className={styles.frame} data-small={isSmall}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody transcribes recordings */}
      <video
        ref={setElement}
        className={styles.video}
        controls
        controlsList="nodownload"
        playsInline
        aria-label={t('recording')}
      />
      {(status === 'unsupported' || status === 'stopped') && (
        <p className={styles.notice} role="status">
          {t(status === 'unsupported' ? 'notice.unsupported' : 'notice.recordingFailed')}
        </p>
      )}
      <div className={styles.top}>
        <span className={styles.badge}>{t('recording')}</span>
        {recordings.length > 1 && (
          <Select
            size="small"
            aria-label={t('chooseRecording')}
            popupMatchSelectWidth={false}
            value={chosen.recordingId}
            onChange={setChosenId}
            options={recordings.map(({ recordingId, startTime, seconds }) => ({
              value: recordingId,
              label: `${formatDateTime(startTime)} · ${formatSpan(seconds * 1_000)}`,
            }))}
          />
        )}
      </div>
    </div>
  );
}
