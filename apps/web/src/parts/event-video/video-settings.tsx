import type { MatchVideo } from '@wakeline/contract/video/video';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../records/use-list-failure.ts';
import { EncoderSettings } from './encoder-settings.tsx';
import { RecordingSettings } from './recording-settings.tsx';
import { useMatchVideo } from './use-match-video.ts';
import styles from './video-settings.module.css';
import { VideoState } from './video-state.tsx';

interface VideoSettingsProps {
  readonly matchId: number;
  /** Of the public page of the match. */
  readonly code: string;
}

/** The live video of a match for its organiser: state, encoder, recording and recordings. */
export function VideoSettings({ matchId, code }: VideoSettingsProps) {
  const { t } = useTranslation('eventVideo');
  const query = useMatchVideo(matchId);
  const { failure, onRetry } = useListFailure(query);
  const { data: video } = query;
  if (video === undefined && failure === null) return <Skeleton active aria-label={t('video')} />;
  if (video === undefined)
    return (
      <Alert
        type="error"
        title={failure}
        action={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
      />
    );
  return (
    <div className={styles.settings}>
      {!video.enabled && <Alert type="info" showIcon title={t('off')} description={t('offText')} />}
      <VideoState matchId={matchId} code={code} video={video} />
      {video.enabled && <EncoderSettings matchId={matchId} video={video} />}
      <RecordingSettings matchId={matchId} video={video} />
      {video.enabled && <PlayerNote video={video} />}
    </div>
  );
}

function PlayerNote({ video: { hls } }: { readonly video: MatchVideo }) {
  const { t } = useTranslation('eventVideo');
  return <p className={styles.note}>{t(hls ? 'playersWithHls' : 'playersWithoutHls')}</p>;
}
