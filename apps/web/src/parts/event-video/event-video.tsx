import { IconVideo, IconVideoOff } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import styles from './event-video.module.css';
import { LivePicture } from './live-picture.tsx';
import { RecordingPicture } from './recording-picture.tsx';
import { useEventVideo } from './use-event-video.ts';

interface EventVideoProps {
  /** Of the public page. */
  readonly code: string;
  /** A small player beside something else. */
  readonly isSmall?: boolean;
}

/** The video of an event in its state: waiting, live, interrupted, or ended with its recordings. */
export function EventVideo({ code, isSmall = false }: EventVideoProps) {
  const { t } = useTranslation('eventVideo');
  const language = useLanguage();
  const { formatDateTime } = useFormat();
  const { data, error, refetch } = useEventVideo(code);
  if (data === undefined) {
    if (error === null) return <div className={styles.frame} data-small={isSmall} aria-busy />;
    return (
      <Message isSmall={isSmall} icon="none" title={errorText(error, language)}>
        {!isPermissionError(error) && <Button onClick={() => void refetch()}>{t('retry')}</Button>}
      </Message>
    );
  }
  const { state, since, recordings } = data;
  if (state === 'waiting')
    return (
      <Message isSmall={isSmall} icon="video" title={t('waiting')}>
        {t('waitingText')}
      </Message>
    );
  if (state !== 'ended')
    return <LivePicture video={data} isSmall={isSmall} onChange={() => void refetch()} />;
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
