import { IconVideo, IconVideoOff } from '@tabler/icons-react';
import type { EventVideo as Video } from '@wakeline/contract/video/event-video';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import styles from './event-video.module.css';
import { LivePicture } from './live-picture.tsx';
import { RecordingPicture } from './recording-picture.tsx';
import { useEventVideo } from './use-event-video.ts';

/** The video of an event, requested by the code of its public page. */
export function RequestedVideo({ code }: { readonly code: string }) {
  const { t } = useTranslation('eventVideo');
  const language = useLanguage();
  const { data, error, refetch } = useEventVideo(code);
  if (data !== undefined) return <EventVideo video={data} isSmall={false} onChange={() => void refetch()} />;
  if (error === null) return <div className={styles.frame} data-small={false} aria-busy />;
  return (
    <Message isSmall={false} icon="none" title={errorText(error, language)}>
      {!isPermissionError(error) && <Button onClick={() => void refetch()}>{t('retry')}</Button>}
    </Message>
  );
}

interface EventVideoProps {
  readonly video: Video;
  /** A small player beside something else. */
  readonly isSmall: boolean;
  /** The stream plays or has stopped: its state may be another one. */
  readonly onChange: () => void;
}

/** The video of an event in its state: waiting, live, interrupted, or ended with its recordings. */
export function EventVideo({ video, isSmall, onChange }: EventVideoProps) {
  const { t } = useTranslation('eventVideo');
  const { formatDateTime } = useFormat();
  const { state, since, recordings } = video;
  if (state === 'waiting')
    return (
      <Message isSmall={isSmall} icon="video" title={t('waiting')}>
        {t('waitingText')}
      </Message>
    );
  if (state !== 'ended') return <LivePicture video={video} isSmall={isSmall} onChange={onChange} />;
  if (recordings.length > 0) return <RecordingPicture recordings={recordings} isSmall={isSmall} />;
  return (
    <Message isSmall={isSmall} icon="none" title={t('ended')}>
      {since !== null && t('endedAt', { time: formatDateTime(since) })}
    </Message>
  );
}

interface MessageProps {
  readonly isSmall: boolean;
  readonly icon: 'video' | 'none';
  readonly title: string;
  readonly children: React.ReactNode;
}

function Message({ isSmall, icon, title, children }: MessageProps) {
  const Icon = icon === 'video' ? IconVideo : IconVideoOff;
  return (
    <div className={styles.frame} data-small={isSmall}>
      <div className={styles.message} role="status">
        <Icon size={isSmall ? 28 : 44} stroke={1.5} aria-hidden />
        <strong>{title}</strong>
        <span>{children}</span>
      </div>
    </div>
  );
}
