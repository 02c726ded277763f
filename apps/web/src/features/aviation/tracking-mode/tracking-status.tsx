import { IconAlertTriangle, IconCircleCheck, IconClock, type TablerIcon } from '@tabler/icons-react';
import type { TrackingMode } from '@wakeline/contract/aviation/tracking-mode';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useSortedTrackers } from '../../../parts/devices/use-sorted-trackers.ts';
import styles from './tracking-mode.module.css';
import { type Tone, useTrackingTexts } from './use-tracking-texts.ts';

const ICONS: Readonly<Record<Tone, TablerIcon>> = {
  good: IconCircleCheck,
  neutral: IconClock,
  warning: IconAlertTriangle,
};

interface TrackingStatusProps {
  readonly mode: TrackingMode;
  readonly canEnd: boolean;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

/** Whether the tracking mode of a task is on, until when, and the states of its devices. */
export function TrackingStatus({ mode, canEnd, ending, onEnd }: TrackingStatusProps) {
  const { t } = useTranslation('trackingMode');
  const { formatDateTime } = useFormat();
  const textsOf = useTrackingTexts();
  const names = new Map(useSortedTrackers().map((tracker) => [tracker.trackerId, fullName(tracker)]));
  const isOn = mode.endedTime === null;
  const minute = (time: number) => formatDateTime(time).slice(0, 16);
  return (
    <section className={styles.status} aria-label={t('devices')}>
      <div className={styles.statusHead}>
        <span>
          {mode.endedTime === null
            ? t('isOn', { seconds: mode.interval, time: minute(mode.endTime), login: mode.login })
            : t('hasEnded', { time: minute(mode.endedTime) })}
        </span>
        {isOn && canEnd && (
          <Button danger loading={ending} onClick={onEnd}>
            {t('end')}
          </Button>
        )}
      </div>
      <ul className={styles.devices}>
        {mode.devices.map((device) => {
          const { tone, state, details } = textsOf(device);
          const Icon = ICONS[tone];
          const name = names.get(device.trackerId) ?? String(device.trackerId);
          return (
            <li key={device.trackerId}>
              <strong title={name}>{name}</strong>
              <span className={styles.state} data-tone={tone}>
                <Icon size={14} stroke={2} aria-hidden /> {state}
              </span>
              {details.length > 0 && <span className={styles.detail}>{details.join(t('separator'))}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
