import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Button, Segmented, Select, Slider, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../event.module.css';
import { formatRaceTime } from '../race-time.ts';
import { REPLAY_SPEEDS, type Replay } from './use-replay.ts';

/** The controls of a replay below the map: play, time, speed, and how participants start. */
export function ReplayBar({ replay }: { readonly replay: Replay }) {
  const { t } = useTranslation('event');
  const language = useLanguage();
  const { formatTimeOfDay } = useFormat();
  const { state, error, time, bounds, isPlaying, speed, mode } = replay;
  if (error !== null && state === null)
    return (
      <div className={styles.replay}>
        <span role="alert">{errorText(error, language)}</span>
        <Button size="small" onClick={replay.retry}>
          {t('again')}
        </Button>
      </div>
    );
  if (state === null)
    return (
      <div className={styles.replay}>
        <Spin size="small" /> {t('replay.loading')}
      </div>
    );
  const elapsed = (time - bounds.start) / 1_000;
  return (
    <fieldset className={styles.replay} aria-label={t('replay.title')}>
      <IconButton
        label={t(isPlaying ? 'replay.pause' : 'replay.play')}
        icon={isPlaying ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
        onClick={() => replay.setPlaying(!isPlaying)}
      />
      <Slider
        className={styles.slider ?? ''}
        min={bounds.start}
        max={bounds.end}
        step={1_000}
        value={time}
        onChange={replay.seek}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('replay.time')}
        ariaValueTextFormatterForHandle={(value) => formatRaceTime((value - bounds.start) / 1_000)}
      />
      <span className={styles.replayTime}>
        {formatRaceTime(elapsed)}
        {mode === 'real' && <small>{formatTimeOfDay(time)}</small>}
      </span>
      <Select
        size="small"
        aria-label={t('replay.speed')}
        value={speed}
        onChange={replay.setSpeed}
        options={REPLAY_SPEEDS.map((value) => ({ value, label: `${value}×` }))}
      />
      <Segmented
        size="small"
        value={mode}
        onChange={replay.setMode}
        options={[
          { value: 'real', label: t('replay.real') },
          { value: 'together', label: t('replay.together') },
        ]}
      />
    </fieldset>
  );
}
