import type { EventVideo } from '@wakeline/contract/video/event-video';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './event-video.module.css';
import { PlayerControls } from './player-controls.tsx';
import { type PlayerStatus, startPlayer } from './start-player.ts';

/** Until the stream is requested again after it has stopped, milliseconds. */
const RETRY_MS = 2_000;

interface LivePictureProps {
  readonly video: EventVideo;
  readonly isSmall: boolean;
  /** The stream plays or has stopped: requests the state again, with the number of viewers. */
  readonly onChange: () => void;
}

/** The live picture. While the stream is interrupted, the last frame stays, and the stream is requested again. */
export function LivePicture({ video, isSmall, onChange }: LivePictureProps) {
  const { t } = useTranslation('eventVideo');
  const { state, streamUrl, hlsUrl, viewers } = video;
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [status, setStatus] = useState<PlayerStatus>('loading');
  const [attempt, setAttempt] = useState(0);
  const isLive = state === 'live';
  /** Ends the present player. */
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new player
  useEffect(() => {
    if (element === null || !isLive) return;
    // Until now, the former player has kept its last frame.
    stop.current?.();
    stop.current = startPlayer(element, { url: streamUrl, hlsUrl, isLive: true }, setStatus);
  }, [element, streamUrl, hlsUrl, isLive, attempt]);
  const notifyChange = useRef(onChange);
  notifyChange.current = onChange;
  useEffect(() => {
    if (isLive && (status === 'playing' || status === 'stopped')) notifyChange.current();
  }, [isLive, status]);
  const isStopped = isLive && status === 'stopped';
  useEffect(() => {
    if (!isStopped) return;
    const timer = setTimeout(() => setAttempt((last) => last + 1), RETRY_MS);
    return () => clearTimeout(timer);
  }, [isStopped]);

  const notice = noticeOf(isLive, status);
  return (
    <div className={styles.frame} data-small={isSmall}>
      <video ref={setElement} className={styles.video} muted autoPlay playsInline aria-label={t('picture')} />
      {notice !== null && (
        <p className={styles.notice} role="status">
          {t(`notice.${notice}`)}
        </p>
      )}
      {element !== null && (
        <PlayerControls
          video={element}
          isSmall={isSmall}
          badge={
            <span className={styles.badge} data-live={isLive && status === 'playing'}>
              {t(isLive ? 'live' : 'interrupted')}
            </span>
          }
          viewers={viewers}
        />
      )}
    </div>
  );
}

function noticeOf(isLive: boolean, status: PlayerStatus) {
  if (status === 'unsupported') return 'unsupported' as const;
  if (!isLive || status === 'stopped') return 'interrupted' as const;
  return status === 'loading' ? ('loading' as const) : null;
}
