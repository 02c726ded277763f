import { rateOf } from '@wakeline/domain/replay/replay-clock';
import { Alert, Button, Modal, Progress, Radio, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { BaseLayerSelection } from '../../../map/base/base-layer-selection.ts';
import { creditsText, worldCredits } from '../../../map/controls/credits.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useBranding } from '../../../service/branding.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { formatElapsed } from '../core/dock/parse-time.ts';
import { type Legend, MAX_LEGEND_ENTRIES } from './draw-frame.ts';
import { videoType } from './recorder.ts';
import { useLogo } from './use-logo.ts';
import { type RecordingState, useRecording } from './use-recording.ts';
import { MAX_VIDEO_BYTES, MAX_VIDEO_MS, proposedLevel, videoLength, videoLevels } from './video-plan.ts';
import styles from './video-tool.module.css';

interface VideoToolProps {
  readonly view: MapView;
  readonly base: BaseLayerSelection | null;
  readonly clock: ClockStore;
  readonly legend: readonly Legend[];
  /** Whether the clock counts milliseconds since the start. */
  readonly elapsed: boolean;
  readonly onClose: () => void;
}

/** Saves a range of a replay as a video of its map: selected in a dialog, recorded, saved as a file. */
export function VideoTool({ view, base, clock, legend, elapsed, onClose }: VideoToolProps) {
  const { t } = useTranslation('replayTools');
  const { formatDateTime } = useFormat();
  const formatTime = (time: number) => (elapsed ? formatElapsed(time) : formatDateTime(time));
  const { sysName, logoUrl } = useBranding();
  const logo = useLogo(logoUrl);
  const type = useMemo(videoType, []);
  const credits = useMemo(() => creditsText(base, worldCredits(view)), [base, view]);
  const more =
    legend.length > MAX_LEGEND_ENTRIES
      ? t('video.more', { count: legend.length - MAX_LEGEND_ENTRIES })
      : null;
  const { state, start, finish, cancel } = useRecording({
    view,
    clock,
    type: type ?? '',
    logo,
    frameTexts: (time) => ({ time: formatTime(time), legend, more, owner: sysName, credits }),
  });
  if (type === null) {
    return (
      <Modal open title={t('video.title')} onCancel={onClose} footer={null} width={480}>
        <Alert type="error" showIcon title={t('video.unsupported')} />
      </Modal>
    );
  }
  if (state.phase === 'recording')
    return <RecordingBar state={state} formatTime={formatTime} onStop={finish} onCancel={cancel} />;
  if (state.phase === 'idle') return <RecordingForm clock={clock} onStart={start} onClose={onClose} />;
  return <Outcome state={state} name={legend[0]?.name ?? 'replay'} onAgain={cancel} onClose={onClose} />;
}

interface RecordingFormProps {
  readonly clock: ClockStore;
  readonly onStart: ReturnType<typeof useRecording>['start'];
  readonly onClose: () => void;
}

/** Selects the range and the speed. */
function RecordingForm({ clock, onStart, onClose }: RecordingFormProps) {
  const { t } = useTranslation('replayTools');
  const { t: app } = useTranslation('app');
  const { formatSpan } = useFormat();
  const [{ start, end, time, level: clockLevel }] = useState(() => clock.get());
  const [range, setRange] = useState<'from' | 'all'>(time > start && time < end ? 'from' : 'all');
  const from = range === 'from' ? time : start;
  const [selectedLevel, setSelectedLevel] = useState<number | null>(null);
  const levels = videoLevels(end - from);
  const level =
    selectedLevel !== null && levels.includes(selectedLevel)
      ? selectedLevel
      : proposedLevel(end - from, clockLevel);
  const length = videoLength(end - from, level);
  const tooLong = length > MAX_VIDEO_MS;
  return (
    <Modal
      open
      title={t('video.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      okText={t('video.start')}
      okButtonProps={{ disabled: tooLong || end <= from }}
      cancelText={app('action.cancel')}
      onOk={() => onStart({ from, to: end, level })}
      width={480}
    >
      <div className={styles.stack}>
        <div className={styles.field}>
          {t('video.span')}
          <Radio.Group
            optionType="button"
            aria-label={t('video.span')}
            value={range}
            onChange={({ target }) => setRange(target.value)}
            options={[
              { value: 'from', label: t('video.from'), disabled: time >= end },
              { value: 'all', label: t('video.all') },
            ]}
          />
        </div>
        <div className={styles.field}>
          {t('video.rate')}
          <Select
            aria-label={t('video.rate')}
            value={level}
            onChange={setSelectedLevel}
            options={levels.map((value) => ({
              value,
              label: `${t('video.rateOption', { rate: rateOf(value) })} · ${formatSpan(videoLength(end - from, value))}`,
            }))}
          />
        </div>
        <p className={styles.note}>
          {t(tooLong ? 'video.tooLong' : 'video.takes', {
            span: formatSpan(tooLong ? MAX_VIDEO_MS : length),
          })}
        </p>
      </div>
    </Modal>
  );
}

interface RecordingBarProps {
  readonly state: Extract<RecordingState, { phase: 'recording' }>;
  /** Formats a time of the replay. */
  readonly formatTime: (time: number) => string;
  readonly onStop: () => void;
  readonly onCancel: () => void;
}

/** The map stays usable during the recording: moving it moves the video. */
function RecordingBar({
  state: { isPaused, progress, bytes, time },
  formatTime,
  onStop,
  onCancel,
}: RecordingBarProps) {
  const { t } = useTranslation('replayTools');
  return (
    <section className={styles.bar} aria-label={t('video.recording')}>
      <span role="status" className={styles.status}>
        <strong>{t(isPaused ? 'video.paused' : 'video.recording')}</strong>
        <span>{t('video.frames', { time: formatTime(time), size: megabytes(bytes) })}</span>
      </span>
      <Progress percent={Math.floor(progress * 100)} size="small" aria-label={t('video.recording')} />
      <span className={styles.actions}>
        <Button size="small" onClick={onCancel}>
          {t('video.cancel')}
        </Button>
        <Button size="small" type="primary" onClick={onStop}>
          {t('video.stop')}
        </Button>
      </span>
    </section>
  );
}

interface OutcomeProps {
  readonly state: Extract<RecordingState, { phase: 'done' | 'failed' }>;
  /** Base name of the file. */
  readonly name: string;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Outcome({ state, name, onAgain, onClose }: OutcomeProps) {
  const { t } = useTranslation('replayTools');
  const { t: app } = useTranslation('app');
  const { formatSpan } = useFormat();

  function save(blob: Blob): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.webm`;
    link.click();
    // The browser has started reading the file by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  return (
    <Modal
      open
      title={t('video.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={480}
    >
      <div className={styles.stack}>
        {state.phase === 'failed' ? (
          <Alert type="error" showIcon title={failureText(t, state.reason)} />
        ) : (
          <>
            {state.full && (
              <Alert type="warning" showIcon title={t('video.full', { size: megabytes(MAX_VIDEO_BYTES) })} />
            )}
            <p className={styles.result}>
              {t('video.done', { span: formatSpan(state.milliseconds), size: megabytes(state.blob.size) })}
            </p>
          </>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>{app('action.close')}</Button>
          <Button onClick={onAgain}>{t('video.again')}</Button>
          {state.phase === 'done' && (
            <Button type="primary" onClick={() => save(state.blob)}>
              {t('video.save')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

function failureText(t: ReturnType<typeof useTranslation<'replayTools'>>['t'], reason: string): string {
  if (reason === 'tainted') return t('video.tainted');
  return reason === 'nothing' ? t('video.nothing') : t('video.failed', { reason });
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
