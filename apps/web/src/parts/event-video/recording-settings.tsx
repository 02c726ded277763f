import { IconDownload } from '@tabler/icons-react';
import type { MatchRecording, MatchVideo } from '@wakeline/contract/video/video';
import { App, Switch, Tag } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../format/format-bytes.ts';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordActions } from '../records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../records/record-table.tsx';
import { useConfirm } from '../records/use-confirm.ts';
import { useVideoChange } from './use-match-video.ts';
import styles from './video-settings.module.css';

interface RecordingSettingsProps {
  readonly matchId: number;
  readonly video: MatchVideo;
}

/** Whether streams are recorded, and the recordings. */
export function RecordingSettings({ matchId, video }: RecordingSettingsProps) {
  const { t } = useTranslation('eventVideo');
  const { record, publish, usedBytes, maxBytes, retentionDays, enabled, abilities } = video;
  const isFull = enabled && usedBytes >= maxBytes;
  return (
    <section className={styles.section}>
      <h3>{t('recordings')}</h3>
      <RecordingSwitches matchId={matchId} values={{ record, publish }} disabled={!abilities.edit} />
      <RecordingTable matchId={matchId} video={video} />
      {enabled && (
        <p className={isFull ? styles.full : styles.note}>
          {t(isFull ? 'storageFull' : 'storage', {
            used: formatBytes(usedBytes),
            max: formatBytes(maxBytes),
            count: retentionDays,
          })}
        </p>
      )}
    </section>
  );
}

interface RecordingSwitchesProps {
  readonly matchId: number;
  readonly values: { readonly record: boolean; readonly publish: boolean };
  readonly disabled: boolean;
}

function RecordingSwitches({ matchId, values, disabled }: RecordingSwitchesProps) {
  const { t } = useTranslation('eventVideo');
  const language = useLanguage();
  const { message } = App.useApp();
  const change = useVideoChange('setMatchRecording', matchId);
  const id = useId();
  return (['record', 'publish'] as const).map((name) => (
    <div key={name} className={styles.switch}>
      <Switch
        id={`${id}-${name}`}
        checked={values[name]}
        disabled={disabled}
        loading={change.isPending && change.variables[name] !== values[name]}
        onChange={(checked) =>
          change.mutate(
            { matchId, ...values, [name]: checked },
            { onError: (error) => void message.error(errorText(error, language)) },
          )
        }
      />
      <label htmlFor={`${id}-${name}`}>{t(name)}</label>
    </div>
  ));
}

function RecordingTable({ matchId, video }: RecordingSettingsProps) {
  const { t } = useTranslation('eventVideo');
  const { formatDateTime } = useFormat();
  const confirm = useConfirm();
  const remove = useVideoChange('deleteMatchRecording', matchId);

  function confirmRemoval({ recordingId, startTime }: MatchRecording): void {
    const time = formatDateTime(startTime);
    confirm(
      {
        title: t('deleteTitle', { time }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { time }),
      },
      () => remove.mutateAsync({ matchId, recordingId }),
    );
  }

  return (
    <RecordTable<MatchRecording>
      label={t('recordings')}
      name="matchRecordings"
      rows={video.recordings}
      rowKey={({ recordingId }) => recordingId}
      columns={useColumns()}
      failure={null}
      onRetry={null}
      empty={t('noRecordings')}
      actionsWidth={110}
      actions={(recording) => (
        <RecordActions
          edit={false}
          remove={
            video.abilities.edit &&
            !recording.isRunning && {
              label: t('deleteOne', { time: formatDateTime(recording.startTime) }),
              onClick: () => confirmRemoval(recording),
            }
          }
        >
          {!recording.isRunning && (
            <IconButton
              label={t('download', { time: formatDateTime(recording.startTime) })}
              href={`${recording.url}?download`}
              icon={<IconDownload size={18} stroke={1.75} />}
            />
          )}
        </RecordActions>
      )}
    />
  );
}

function useColumns(): readonly RecordColumn<MatchRecording>[] {
  const { t } = useTranslation('eventVideo');
  const { formatDateTime, formatSpan } = useFormat();
  return [
    { key: 'start', title: t('start'), render: ({ startTime }) => formatDateTime(startTime) },
    {
      key: 'length',
      title: t('length'),
      width: 140,
      render: ({ seconds, isRunning }) =>
        isRunning || seconds === null ? <Tag color="red">{t('running')}</Tag> : formatSpan(seconds * 1_000),
    },
    {
      key: 'size',
      title: t('size'),
      width: 120,
      render: ({ bytes, isRunning }) => (isRunning ? '–' : formatBytes(bytes)),
    },
  ];
}
