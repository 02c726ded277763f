import { IconExternalLink } from '@tabler/icons-react';
import type { MatchVideo } from '@wakeline/contract/video/video';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBitrate } from '../../format/format-bytes.ts';
import { useFormat } from '../../format/use-format.ts';
import { useConfirm } from '../records/use-confirm.ts';
import { useVideoChange } from './use-match-video.ts';
import styles from './video-settings.module.css';

const COLORS = { waiting: 'default', live: 'red', interrupted: 'orange', ended: 'default' } as const;

interface VideoStateProps {
  readonly matchId: number;
  readonly code: string;
  readonly video: MatchVideo;
}

/** The state with its figures, the address of the viewers, and the end. */
export function VideoState({ matchId, code, video }: VideoStateProps) {
  const { t } = useTranslation('eventVideo');
  const { formatDateTime } = useFormat();
  const confirm = useConfirm();
  const end = useVideoChange('endVideo', matchId);
  const { state, since, viewers, bitrate, abilities } = video;
  const canEnd = abilities.edit && (state === 'live' || state === 'interrupted');

  function confirmEnd(): void {
    confirm(
      { title: t('endTitle'), content: t('endText'), okText: t('end'), successText: t('endDone') },
      () => end.mutateAsync({ matchId }),
    );
  }

  return (
    <section className={styles.section}>
      <div className={styles.line}>
        <Tag color={COLORS[state]}>{t(`state.${state}`)}</Tag>
        {since !== null && <span>{t('since', { time: formatDateTime(since) })}</span>}
        {state === 'live' && (
          <span className={styles.figures}>
            {t('viewers', { count: viewers })}
            {bitrate !== null && ` · ${formatBitrate(bitrate)}`}
          </span>
        )}
      </div>
      <div className={styles.line}>
        <Button
          href={`/flvLive?code=${encodeURIComponent(code)}`}
          target="_blank"
          icon={<IconExternalLink size={16} />}
        >
          {t('openPage')}
        </Button>
        {canEnd && (
          <Button danger onClick={confirmEnd}>
            {t('end')}
          </Button>
        )}
      </div>
    </section>
  );
}
