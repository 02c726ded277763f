import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPictureInPictureOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconUsers,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './event-video.module.css';
import { play } from './start-player.ts';

interface PlayerControlsProps {
  readonly video: HTMLVideoElement;
  readonly isSmall: boolean;
  /** The state. */
  readonly badge: ReactNode;
  readonly viewers: number;
}

const EVENTS = ['play', 'pause', 'volumechange', 'enterpictureinpicture', 'leavepictureinpicture'] as const;

/** Reads a property of the video, and follows its changes. */
function useVideo<Value extends boolean>(video: HTMLVideoElement, read: () => Value): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      for (const event of EVENTS) video.addEventListener(event, onChange);
      document.addEventListener('fullscreenchange', onChange);
      return () => {
        for (const event of EVENTS) video.removeEventListener(event, onChange);
        document.removeEventListener('fullscreenchange', onChange);
      };
    },
    [video],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Play, sound, picture-in-picture and full screen of a live picture. */
export function PlayerControls({ video, isSmall, badge, viewers }: PlayerControlsProps) {
  const { t } = useTranslation('eventVideo');
  const { formatCount } = useFormat();
  const isPaused = useVideo(video, () => video.paused);
  const isMuted = useVideo(video, () => video.muted);
  const isFullscreen = useVideo(video, () => document.fullscreenElement === video.parentElement);
  const isInPicture = useVideo(video, () => document.pictureInPictureElement === video);
  const size = isSmall ? 16 : 20;

  function togglePlay(): void {
    if (!video.paused) {
      video.pause();
      return;
    }
    // A paused live picture continues in the present.
    if (video.buffered.length > 0) video.currentTime = video.buffered.end(video.buffered.length - 1) - 0.5;
    play(video);
  }
  function togglePicture(): void {
    const change = isInPicture ? document.exitPictureInPicture() : video.requestPictureInPicture();
    // Refused before the first frame.
    change.catch(() => undefined);
  }
  function toggleFullscreen(): void {
    const change = isFullscreen ? document.exitFullscreen() : video.parentElement?.requestFullscreen();
    // Refused where the browser does not allow it; the picture stays as it is.
    change?.catch(() => undefined);
  }

  return (
    <div className={styles.controls}>
      <IconButton
        className={styles.control ?? ''}
        label={t(isPaused ? 'play' : 'pause')}
        placement="top"
        icon={isPaused ? <IconPlayerPlay size={size} /> : <IconPlayerPause size={size} />}
        onClick={togglePlay}
      />
      <IconButton
        className={styles.control ?? ''}
        label={t(isMuted ? 'unmute' : 'mute')}
        placement="top"
        icon={isMuted ? <IconVolumeOff size={size} /> : <IconVolume size={size} />}
        onClick={() => {
          video.muted = !video.muted;
        }}
      />
      {badge}
      <span className={styles.viewers} title={t('viewers', { count: viewers })}>
        <IconUsers size={14} aria-hidden />
        {formatCount(viewers)}
      </span>
      {document.pictureInPictureEnabled && (
        <IconButton
          className={styles.control ?? ''}
          label={t(isInPicture ? 'leavePicture' : 'enterPicture')}
          placement="top"
          icon={isInPicture ? <IconPictureInPictureOff size={size} /> : <IconPictureInPicture size={size} />}
          onClick={togglePicture}
        />
      )}
      {document.fullscreenEnabled && (
        <IconButton
          className={styles.control ?? ''}
          label={t(isFullscreen ? 'leaveFullscreen' : 'enterFullscreen')}
          placement="top"
          tooltip={!isFullscreen}
          icon={isFullscreen ? <IconMinimize size={size} /> : <IconMaximize size={size} />}
          onClick={toggleFullscreen}
        />
      )}
    </div>
  );
}
