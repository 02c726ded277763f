import { IconPlayerRecordFilled, IconPlayerTrackNextFilled } from '@tabler/icons-react';
import { Button, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './live-switch.module.css';
import { type RealWatch, WATCH_MINUTES, type WatchMinutes } from './use-real-watch.ts';

interface LiveSwitchProps {
  readonly watch: RealWatch;
  /** Without devices there is nothing to watch. */
  readonly disabled?: boolean;
}

/** Switches between replay and live mode, and selects how far back live mode reaches. */
export function LiveSwitch({ watch, disabled = false }: LiveSwitchProps) {
  const { t } = useTranslation('replayTools');
  const { state, minutes, enter, leave } = watch;
  const on = state !== 'off';
  return (
    <div className={styles.row}>
      <Space.Compact>
        <Button
          size="small"
          type={on ? 'primary' : 'default'}
          disabled={disabled}
          aria-pressed={on}
          icon={<IconPlayerRecordFilled size={14} className={state === 'live' ? styles.on : undefined} />}
          onClick={() => (on ? leave() : enter())}
        >
          {t(on ? 'live.leave' : 'live.enter')}
        </Button>
        {on && (
          <Select<WatchMinutes>
            size="small"
            aria-label={t('live.span')}
            value={minutes}
            onChange={enter}
            popupMatchSelectWidth={false}
            options={WATCH_MINUTES.map((value) => ({ value, label: t('live.minutes', { count: value }) }))}
          />
        )}
      </Space.Compact>
      {state === 'paused' && (
        <Button size="small" icon={<IconPlayerTrackNextFilled size={14} />} onClick={() => enter()}>
          {t('live.resume')}
        </Button>
      )}
      {on && (
        <span role="status" className={styles.note}>
          {statusText(t, watch)}
        </span>
      )}
    </div>
  );
}

/** Status text; problems have priority. */
function statusText(
  t: ReturnType<typeof useTranslation<'replayTools'>>['t'],
  { state, minutes, isDisconnected, load }: RealWatch,
): string {
  if (isDisconnected) return t('live.away');
  if (load?.phase === 'failed') return t('live.failed');
  if (state === 'paused') return t('live.paused');
  if (load?.phase === 'ready' && load.tracks.size === 0) return t('live.nothing', { count: minutes });
  return t('live.on');
}
